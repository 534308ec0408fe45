import { BLOCKS, LEAVES, walk, type Visitor } from './allowedHtml.ts';
import { isSeen } from '../text/unseen.ts';
import { safeLink } from './links.ts';

/*
 * HTML of a message comes from any member, by way of the databases, or out of the clipboard. Nothing of it is passed on: what
 * is allowed is written anew, every letter of text escaped, so what could not be foreseen is not there.
 */

const PICTURE = /^(?:https:\/\/|data:image\/(?:png|jpeg|gif);base64,[a-z0-9+/=]+$)/i;
const ALIGNMENT = /(?:^|;)\s*text-align\s*:\s*(center|right|justify)\s*(?:;|$)/i;

/** Mail programs on small screens show a picture as wide as there is room. */
const PICTURE_STYLE = 'max-width:100%;height:auto';

export interface RichTextOptions {
  /** What becomes of a piece of text, an address or a description of a picture, before it is escaped. */
  text?: (text: string) => string;
  link?: (address: string) => string;
  /** Which addresses pictures may have. */
  isPicture?: (address: string) => boolean;
}

/** The message written anew from what is allowed in it. To do so twice changes nothing. */
export function rebuiltHtml(
  html: string,
  { text = same, link = same, isPicture = isSafePicture }: RichTextOptions = {},
): string {
  const parts: string[] = [];
  const visitor: Visitor = {
    open(tag, attributes) {
      parts.push(`<${tag}${attributesOf(tag, attributes, { text, link })}>`);
    },
    close: (tag) => void parts.push(`</${tag}>`),
    text: (value) => void parts.push(escaped(text(value)).replaceAll('\n', '<br>')),
  };
  walk(html, visitor, isPicture);
  return parts.join('').replaceAll('<p></p>', '');
}

const LISTED = new Set(['li', 'ul', 'ol']);

/** The message as text alone: paragraphs on lines of their own, links with their address. */
export function plainText(
  html: string,
  { text = same, link = same, isPicture = isSafePicture }: RichTextOptions = {},
): string {
  const told = new Told();
  const lists: { ordered: boolean; count: number }[] = [];
  const links: { from: number; href: string | null }[] = [];
  /** Behind the sign of a list's point: the editor has its text in a paragraph, which goes on in that line. */
  let sign = -1;
  const visitor: Visitor = {
    open(tag, attributes) {
      if (tag === 'br') told.add('\n');
      else if (tag === 'img') told.add(attributes['alt'] ? `[${text(attributes['alt'])}]` : '');
      else if (tag === 'a') links.push({ from: told.size, href: linkOf(attributes, link) });
      else if (BLOCKS.has(tag) && (told.size !== sign || LISTED.has(tag)))
        told.line(tag === 'li' || lists.length > 0 ? 1 : 2);
      if (tag === 'hr') told.add('—'.repeat(10));
      if (tag === 'ul' || tag === 'ol') lists.push({ ordered: tag === 'ol', count: 0 });
      const list = lists.at(-1);
      if (tag !== 'li' || list === undefined) return;
      list.count++;
      told.add(`${'  '.repeat(lists.length - 1)}${list.ordered ? `${list.count}.` : '-'} `);
      sign = told.size;
    },
    close(tag) {
      if (tag === 'ul' || tag === 'ol') lists.pop();
      if (tag === 'a') {
        const { from, href } = links.pop() ?? { from: 0, href: null };
        const shown = told.since(from).trim();
        const bare = href?.replace(/^mailto:|^tel:|^https?:\/\/|\/$/g, '');
        if (href !== null && shown !== href && shown.replace(/^https?:\/\/|\/$/g, '') !== bare)
          told.add(` (${href})`);
      } else if (BLOCKS.has(tag)) told.line(lists.length > 0 ? 1 : 2);
    },
    text: (value) => told.add(text(value)),
  };
  walk(html, visitor, isPicture);
  return told
    .since(0)
    .replaceAll(/[ \t]+\n/g, '\n')
    .trim();
}

/** A text that grows. The white space at its end is kept apart: looked for in the whole text, it took as long as that is, at each block. */
class Told {
  private readonly parts: string[] = [];
  private end: string[] = [];
  /** Lines that begin in `end`. */
  private breaks = 0;

  get size(): number {
    return this.parts.length;
  }

  add(text: string): void {
    let at = text.length;
    while (at > 0 && ' \n'.includes(text.charAt(at - 1))) at--;
    if (at > 0) {
      for (const space of this.end) this.parts.push(space);
      this.parts.push(text.slice(0, at));
      this.end = [];
      this.breaks = 0;
    }
    if (at === text.length) return;
    this.end.push(text.slice(at));
    this.breaks += text.slice(at).split('\n').length - 1;
  }

  /** What follows begins a line, after so many breaks at least; in front of all it is a line's beginning anyway. */
  line(breaks: number): void {
    if (this.size === 0) return;
    this.breaks = Math.max(this.breaks, breaks);
    this.end = ['\n'.repeat(this.breaks)];
  }

  since(from: number): string {
    return this.parts.slice(from).join('');
  }
}

/** Something is to be read or seen in it. */
export const hasText = (html: string): boolean => /<img /.test(rebuiltHtml(html)) || isSeen(plainText(html));

const same = (value: string): string => value;

/** One in the text itself, or that everybody sees; never a drawing, which can hold scripts. */
export const isSafePicture = (address: string): boolean => PICTURE.test(address);

export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

function attributesOf(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  { text, link }: Required<Pick<RichTextOptions, 'text' | 'link'>>,
): string {
  const told: [string, string][] = [];
  if (tag === 'a') {
    const href = linkOf(attributes, link);
    if (href !== null) told.push(['href', href], ['rel', 'noopener noreferrer'], ['target', '_blank']);
  }
  if (tag === 'img') {
    told.push(['src', attributes['src'] ?? ''], ['alt', text(attributes['alt'] ?? '')]);
    for (const name of ['width', 'height']) {
      const size = attributes[name] ?? '';
      if (/^\d{1,4}$/.test(size)) told.push([name, size]);
    }
    told.push(['style', PICTURE_STYLE]);
  }
  const alignment = LEAVES.has(tag) ? ALIGNMENT.exec(attributes['style'] ?? '')?.[1] : undefined;
  if (alignment !== undefined) told.push(['style', `text-align:${alignment.toLowerCase()}`]);
  return told.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
}

/** Variables are filled in before the address is judged. */
const linkOf = ({ href = '' }: Readonly<Record<string, string>>, link: (address: string) => string) =>
  safeLink(link(href.trim()));
