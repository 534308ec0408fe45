/** The look of the public page: no file of its own, so that a phone has all with the first answer. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#fafaf9;--card:#fff;--ink:#1c1917;--soft:#57534e;--line:#d6d3d1;--accent:#0f766e;--on:#fff;--bad:#b91c1c;--badground:#fef2f2}
@media screen and (prefers-color-scheme:dark){:root{--ground:#1c1917;--card:#292524;--ink:#fafaf9;--soft:#d6d3d1;--line:#57534e;--accent:#2dd4bf;--on:#042f2e;--bad:#fca5a5;--badground:#450a0a}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1,.pick{hyphens:auto}
main,header{max-width:42rem;margin:0 auto;padding:min(1rem,5vw)}
header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;align-items:start}
header>div{flex:1 1 min(12rem,100%);min-width:0}header>a{flex:none}
h1{font-size:min(1.75rem,11vw);line-height:1.2;margin:0}
h2,h3,legend{font-size:1.125rem;font-weight:650;padding:0;margin:0 0 .25rem}
p{margin:.25rem 0}
a{color:var(--accent)}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.5rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:min(1rem,5vw);margin:0 0 1rem;min-width:0}
.soft,small{color:var(--soft);font-size:.9rem}
.alert{border-left:.25rem solid var(--accent)}
.bad{border-color:var(--bad);background:var(--badground)}
.bad h2{color:var(--bad)}
.problem{display:block;margin-top:.375rem;color:var(--bad);font-weight:550}.bad a{color:inherit}
.picture{display:block;width:100%;height:auto;max-height:18rem;object-fit:cover;border-radius:.75rem;margin:0 0 1rem}
.pair{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(min(14rem,100%),1fr));margin:.5rem 0}
.extras{align-items:end}.extras small{display:block}
label{display:block;font-weight:550}
label small{font-weight:400}
input:not([type=radio],[type=checkbox]),select,textarea{width:100%;min-height:2.75rem;padding:.5rem .75rem;margin-top:.25rem;font:inherit;font-weight:400;color:inherit;background:var(--ground);border:1px solid var(--soft);border-radius:.5rem}
[aria-invalid=true]{border-color:var(--bad)!important;outline:1px solid var(--bad)}
.pick{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;padding:.25rem 0;font-weight:400}
.pick input{width:1.25rem;height:1.25rem;flex:none;accent-color:var(--accent)}
.pick:has(>b){flex-wrap:wrap}.pick>span{flex:1 1 min(9rem,100% - 3rem);min-width:0}
.pick b{margin-left:auto;font-weight:600}
.row>a{padding:.625rem 0}
summary{cursor:pointer;min-height:2.75rem;padding:.5rem 0;font-weight:600}
.session{border:0;border-top:1px solid var(--line);padding:.75rem 0 0;margin:.75rem 0 0;min-width:0}
legend{float:left;width:100%}legend+*{clear:both}
.session legend{font-size:1rem}legend small{font-weight:400}
.main{margin-top:.75rem}
.guest:has(.me:checked) .names{display:none}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem;border-radius:.5rem;border:1px solid var(--soft);background:var(--card);color:var(--ink);cursor:pointer}
.main{background:var(--accent);border-color:var(--accent);color:var(--on);width:100%;font-size:1.125rem}
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
#sum:empty{margin-inline-end:-.75rem}
.sum{font-size:min(1.375rem,8.5vw);font-weight:700}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.code{background:#fff;border-radius:.5rem;width:11rem;max-width:100%;display:block}
.question{border:0;padding:0;margin:.5rem 0 .75rem;min-width:0}
.question[hidden],.unscripted[hidden],#sign[hidden]{display:none}#sign label{margin:.75rem 0 .5rem}
canvas{display:block;width:100%;border:1px solid var(--soft);border-radius:.5rem;background:#fff;touch-action:none;cursor:crosshair}
.first{position:absolute;left:-99rem}
@media print{.card{break-inside:avoid}button,details,header>a{display:none}}
`;
