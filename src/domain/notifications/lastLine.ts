import { escaped } from './richText.ts';

/** How whoever gets news says that they want no more; `isShown`: its address stands in the plain text too. */
export interface LastLine {
  line: string;
  link: string;
  url: string;
  isShown: boolean;
}

/** A message with what stands under news. */
export function withLastLine(
  { html, text }: { html: string; text: string },
  { line, link, url, isShown }: LastLine,
): { html: string; text: string } {
  const anchor = `<a href="${escaped(url)}">${escaped(link)}</a>`;
  return {
    html: html.replace(
      /<\/body>(?=<\/html>$)/,
      () => `<p style="font-size:13px;color:#595959">${escaped(line)} ${anchor}</p></body>`,
    ),
    text: `${text}\n\n-- \n${line}\n${isShown ? url : ''}`.trimEnd(),
  };
}
