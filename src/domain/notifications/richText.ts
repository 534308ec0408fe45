import { Parser } from 'htmlparser2';
import { safeLink } from './links.ts';

/*
 * HTML of a message comes from any member, by way of the databases, or out of the clipboard. Nothing of it is passed on: what
 * is allowed is written anew, every letter of text escaped, so what could not be foreseen is not there.
 */

/** Elements that are written again, and as what. */
const KEPT: Readonly<Record<string, string>> = {
  ...{ p: 'p', div: 'p', br: 'br', hr: 'hr', blockquote: 'blockquote' },
  ...{ h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h3', h5: 'h3', h6: 'h3' },
  ...{ b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', s: 's', del: 's', strike: 's' },
  ...{ a: 'a', ul: 'ul', ol: 'ol', li: 'li', img: 'img' },
  ...{ tr: 'p', dt: 'p', dd: 'p', section: 'p', article: 'p', pre: 'p' },
};
/** What they contain is no text for people. */
const DROPPED = new Set([
  ...['script', 'style', 'head', 'title', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math'],
  ...['select', 'textarea', 'option', 'xml', 'noembed', 'noframes', 'plaintext', 'xmp', 'audio', 'video'],
]);
const EMPTY = new Set(['br', 'hr', 'img']);
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'blockquote', 'ul', 'ol', 'li', 'hr']);
/** Blocks that hold no other block: the next one ends them. */
const LEAVES = new Set(['p', 'h1', 'h2', 'h3']);
/** Deeper, only the text counts. */
const MAX_DEPTH = 40;
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

/** The message as text alone: paragraphs on lines of their own, links with their address. */
export function plainText(
  html: string,
  { text = same, link = same, isPicture = isSafePicture }: RichTextOptions = {},
): string {
  let result = '';
  const lists: { ordered: boolean; count: number }[] = [];
  const links: { from: number; href: string | null }[] = [];
  const line = (breaks: number): void => {
    let end = result.length;
    let before = 0;
    while (end > 0 && ' \n'.includes(result.charAt(end - 1))) if (result.charAt(--end) === '\n') before++;
    if (end > 0) result = result.slice(0, end) + '\n'.repeat(Math.max(before, breaks));
  };
  const visitor: Visitor = {
    open(tag, attributes) {
      if (tag === 'br') result += '\n';
      else if (tag === 'img') result += attributes['alt'] ? `[${text(attributes['alt'])}]` : '';
      else if (tag === 'a') links.push({ from: result.length, href: linkOf(attributes, link) });
      else if (BLOCKS.has(tag)) line(tag === 'li' || lists.length > 0 ? 1 : 2);
      if (tag === 'hr') result += '—'.repeat(10);
      if (tag === 'ul' || tag === 'ol') lists.push({ ordered: tag === 'ol', count: 0 });
      const list = lists.at(-1);
      if (tag !== 'li' || list === undefined) return;
      list.count++;
      result += `${'  '.repeat(lists.length - 1)}${list.ordered ? `${list.count}.` : '-'} `;
    },
    close(tag) {
      if (tag === 'ul' || tag === 'ol') lists.pop();
      if (tag === 'a') {
        const { from, href } = links.pop() ?? { from: 0, href: null };
        const shown = result.slice(from).trim();
        const bare = href?.replace(/^mailto:|^tel:|^https?:\/\/|\/$/g, '');
        if (href !== null && shown !== href && shown.replace(/^https?:\/\/|\/$/g, '') !== bare)
          result += ` (${href})`;
      } else if (BLOCKS.has(tag)) line(lists.length > 0 ? 1 : 2);
    },
    text: (value) => void (result += text(value)),
  };
  walk(html, visitor, isPicture);
  return result.replaceAll(/[ \t]+\n/g, '\n').trim();
}

/** Something is to be read or seen in it. */
export const hasText = (html: string): boolean => /<img /.test(rebuiltHtml(html)) || plainText(html) !== '';

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

interface Visitor {
  /** An element of `KEPT`, by its new name. */
  open(tag: string, attributes: Readonly<Record<string, string>>): void;
  close(tag: string): void;
  text(text: string): void;
}

/** Tells what is allowed, each element closed in its turn, and white space as a browser would show it. */
function walk(html: string, visitor: Visitor, isPicture: (address: string) => boolean): void {
  const open: string[] = [];
  let dropped: { name: string; depth: number } | null = null;
  let text = '';
  /** Nothing was told since the beginning of a line. */
  let isFresh = true;
  let owesSpace = false;

  function flush(): void {
    const clean = text.replaceAll(/[^\P{Cc}\t\n\f\r]/gu, '').replaceAll(/[\t\n\f\r ]+/g, ' ');
    text = '';
    if (clean === '') return;
    const body = clean.replace(/^ /, '').replace(/ $/, '');
    const before = (owesSpace || clean.startsWith(' ')) && !isFresh ? ' ' : '';
    owesSpace = clean.endsWith(' ') && (body !== '' || !isFresh);
    if (body === '') return;
    visitor.text(before + body);
    isFresh = false;
  }
  function close(tag: string): void {
    visitor.close(tag);
    if (!BLOCKS.has(tag)) return;
    isFresh = true;
    owesSpace = false;
  }
  /** Closes the innermost element that `which` picks, and those in it; says whether there was one. */
  function closeTo(which: (tag: string) => boolean): boolean {
    const at = open.findLastIndex(which);
    if (at < 0) return false;
    while (open.length > at) close(open.pop() ?? '');
    return true;
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (dropped !== null) {
          if (name === dropped.name) dropped.depth++;
          return;
        }
        // Names with a colon are what word processors add of their own.
        if (DROPPED.has(name)) {
          flush();
          dropped = { name, depth: 1 };
          return;
        }
        const tag = Object.hasOwn(KEPT, name) ? KEPT[name] : undefined;
        const variable = name === 'span' ? attributes['data-variable'] : undefined;
        if (variable !== undefined && /^[a-z_]{1,40}$/.test(variable)) {
          text += `{{${variable}}}`;
          flush();
          dropped = { name, depth: 1 };
          return;
        }
        if (name === 'td' || name === 'th') text += ' ';
        if (tag === undefined) return;
        flush();
        if (tag === 'img' && !isPicture(attributes['src'] ?? '')) return;
        if (BLOCKS.has(tag)) closeTo((one) => LEAVES.has(one));
        if (tag === 'li' && !open.some((one) => one === 'ul' || one === 'ol')) {
          visitor.open('ul', {});
          open.push('ul');
        }
        if (tag === 'li' && open.lastIndexOf('li') > Math.max(open.lastIndexOf('ul'), open.lastIndexOf('ol')))
          closeTo((one) => one === 'li');
        if (tag === 'a') closeTo((one) => one === 'a');
        if (!EMPTY.has(tag) && open.length >= MAX_DEPTH) return;
        if (owesSpace && !BLOCKS.has(tag) && tag !== 'br' && !isFresh) visitor.text(' ');
        owesSpace = false;
        visitor.open(tag, attributes);
        if (tag === 'br' || BLOCKS.has(tag)) isFresh = true;
        else if (tag === 'img') isFresh = false;
        if (!EMPTY.has(tag)) open.push(tag);
      },
      ontext(value) {
        if (dropped === null) text += value;
      },
      onclosetag(name) {
        if (dropped !== null) {
          if (name === dropped.name && --dropped.depth === 0) dropped = null;
          return;
        }
        const tag = Object.hasOwn(KEPT, name) ? KEPT[name] : undefined;
        if (tag === undefined || EMPTY.has(tag)) return;
        flush();
        closeTo((one) => one === tag);
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  flush();
  while (open.length > 0) close(open.pop() ?? '');
}

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
