import { isSafePicture, rebuiltHtml } from '#domain/notifications/richText.ts';

/** What comes from word processors and pages, written anew from what messages may hold. */
export function pastedHtml(html: string): string {
  // Nothing of a document that is parsed like this is run or loaded.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const one of body.querySelectorAll(REVIEW)) one.remove();
  wordLists(body);
  tableRows(body);
  spokenStyles(body);
  return rebuiltHtml(body.innerHTML, { isPicture: isTaken });
}

/** One that comes with the text itself: another would be asked for by each mail, and one of a file is on that computer alone. */
const isTaken = (address: string): boolean => isSafePicture(address) && /^data:/i.test(address);

/** How many pictures of what was copied do not come along; what nobody sees of a page is none. */
export function picturesLeft(html: string): number {
  if (!/<img\b/i.test(html)) return 0;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const isSeen = (name: string, picture: Element): boolean =>
    !/^[01]$/.test(picture.getAttribute(name) ?? '');
  return [...body.querySelectorAll('img[src]')].filter(
    (one) => !isTaken(one.getAttribute('src') ?? '') && isSeen('width', one) && isSeen('height', one),
  ).length;
}

/** What reviewers said of a text in Word, the signs that lead there, and what they took out of it: none of it is for guests. */
const REVIEW =
  '[style*="mso-element:comment-list" i], .MsoCommentReference, .msocomanchor, del[cite], del[datetime]';
const LIST = /mso-list:\s*l\d+\s+level(\d+)/i;
const MARK = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]';
const MAX_LEVEL = 9;

/** Word writes the points of a list as paragraphs that begin with a drawn sign. */
function wordLists(body: HTMLElement): void {
  let lists: HTMLElement[] = [];
  for (const paragraph of body.querySelectorAll<HTMLElement>('[style*="mso-list" i]')) {
    const found = LIST.exec(paragraph.getAttribute('style') ?? '');
    if (found === null) continue;
    const marks = [...paragraph.querySelectorAll(MARK)];
    const mark = marks.map(({ textContent }) => textContent).join('');
    for (const one of marks) one.remove();
    const kind = /^\s*\(?[\da-z]+[.)]/i.test(mark) ? 'ol' : 'ul';
    const level = Math.min(MAX_LEVEL, Math.max(1, Number(found[1])));
    const [root] = lists;
    if (root === undefined || paragraph.previousElementSibling !== root) lists = [];
    lists.length = Math.min(lists.length, level);
    if (lists.length === level && lists[level - 1]?.localName !== kind) lists.length = level - 1;
    while (lists.length < level) {
      const list = document.createElement(kind);
      const above = lists.at(-1);
      if (above === undefined) paragraph.before(list);
      else (above.lastElementChild ?? above.appendChild(document.createElement('li'))).append(list);
      lists.push(list);
    }
    const point = document.createElement('li');
    point.append(...paragraph.childNodes);
    lists.at(-1)?.append(point);
    paragraph.remove();
  }
}

/** A cell's text; of a table that only lays out a page, cells hold more. */
const CELL_BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6';
const LAYOUT = 'table, ul, ol, blockquote';

/** Word has each cell's text in a paragraph: those of a row are one line of the message, as a spreadsheet's are. */
function tableRows(body: HTMLElement): void {
  for (const row of body.querySelectorAll('tr')) {
    const cells = [...row.cells];
    const blocks = cells.map((cell) =>
      [...cell.querySelectorAll(CELL_BLOCKS)].filter(({ textContent }) => textContent.trim() !== ''),
    );
    if (cells.length < 2 || cells.some((cell) => cell.querySelector(LAYOUT) !== null)) continue;
    if (blocks.some(({ length }) => length > 1)) continue;
    for (const block of row.querySelectorAll(CELL_BLOCKS)) block.replaceWith(...block.childNodes);
  }
}

/** What is bold, slanted or underlined by style alone, as Google’s and Apple’s editors write it; and what only looks like bold to a reader of tags. */
function spokenStyles(body: HTMLElement): void {
  for (const bold of body.querySelectorAll<HTMLElement>('b[style], strong[style]'))
    if (/^(?:normal|400)$/.test(bold.style.fontWeight)) bold.replaceWith(...bold.childNodes);
  for (const span of body.querySelectorAll<HTMLElement>('span[style]')) {
    const { fontWeight, fontStyle, textDecoration, textDecorationLine } = span.style;
    if (span.textContent.trim() === '') continue;
    const isBold = /^(?:bold|bolder|[6-9]00)$/.test(fontWeight);
    const isUnderlined =
      /underline/.test(`${textDecorationLine} ${textDecoration}`) && span.closest('a') === null;
    const tags = [isUnderlined && 'u', fontStyle === 'italic' && 'i', isBold && 'b'] as const;
    for (const tag of tags) {
      if (tag === false || span.closest(tag) !== null) continue;
      const inner = document.createElement(tag);
      inner.append(...span.childNodes);
      span.append(inner);
    }
  }
}
