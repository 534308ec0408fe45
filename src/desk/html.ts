/** Mark-up that is safe: made by `html`, which escapes all that is put in. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replace(/[&<>"']/g, (one) => ESCAPES[one] ?? one);
}

const shortened = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Without the indents of our own lines, which nobody is sent; what somebody wrote into a field keeps its own. */
function markUpOf(texts: TemplateStringsArray): readonly string[] {
  let short = shortened.get(texts);
  if (short === undefined)
    shortened.set(texts, (short = texts.map((text) => text.replaceAll(/\n\s*/g, '\n'))));
  return short;
}

export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(
    markUpOf(texts)
      .map((text, index) => text + textOf(parts[index]))
      .join(''),
  );

/** A text of people: its lines stay lines. */
export const lines = (text: string): Html[] =>
  text.split(/\r\n|[\r\n]/).map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
