import { Parser } from 'htmlparser2';

/** Elements that are told of, and as what. */
const KEPT: Readonly<Record<string, string>> = {
  ...{ p: 'p', div: 'p', br: 'br', hr: 'hr', blockquote: 'blockquote' },
  ...{ h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h3', h5: 'h3', h6: 'h3' },
  ...{ b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', s: 's', del: 's', strike: 's' },
  ...{ a: 'a', ul: 'ul', ol: 'ol', li: 'li', img: 'img' },
  ...{ tr: 'p', dt: 'p', dd: 'p', section: 'p', article: 'p', pre: 'p' },
};
const keptAs = (name: string): string | undefined => (Object.hasOwn(KEPT, name) ? KEPT[name] : undefined);
/** What they contain is no text for people. */
const DROPPED = new Set([
  ...['script', 'style', 'head', 'title', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math'],
  ...['select', 'textarea', 'option', 'xml', 'noembed', 'noframes', 'plaintext', 'xmp', 'audio', 'video'],
]);
const EMPTY = new Set(['br', 'hr', 'img']);
export const BLOCKS: ReadonlySet<string> = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'blockquote',
  'ul',
  'ol',
  'li',
  'hr',
]);
/** Blocks that hold no other block: the next one ends them. */
export const LEAVES: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3']);
const isList = (tag: string): boolean => tag === 'ul' || tag === 'ol';
/** Deeper, only the text counts. */
const MAX_DEPTH = 40;
/** So deep nobody writes; the parser looks through all that is open at each element, and there what comes is read no further. */
const MAX_OPEN = 5000;

type Attributes = Readonly<Record<string, string>>;

export interface Visitor {
  /** An element of `KEPT`, by its new name. */
  open(tag: string, attributes: Attributes): void;
  close(tag: string): void;
  text(text: string): void;
}

/** Tells what is allowed in a text, each element closed in its turn, and white space as a browser would show it. */
export function walk(html: string, visitor: Visitor, isPicture: (address: string) => boolean): void {
  const allowed = new AllowedElements(visitor, isPicture);
  let open = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (++open > MAX_OPEN) parser.pause();
        allowed.open(name, attributes);
      },
      ontext: (text) => allowed.text(text),
      onclosetag: (name) => {
        open--;
        allowed.close(name);
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  allowed.end();
}

class AllowedElements {
  private readonly visitor: Visitor;
  private readonly isPicture: (address: string) => boolean;
  private readonly shown: ShownText;
  private readonly opened: string[] = [];
  /** The element of which nothing is told, and how many of its name are open in each other. */
  private dropped: { name: string; depth: number } | null = null;

  constructor(visitor: Visitor, isPicture: (address: string) => boolean) {
    this.visitor = visitor;
    this.isPicture = isPicture;
    this.shown = new ShownText((text) => visitor.text(text));
  }

  text(text: string): void {
    if (this.dropped === null) this.shown.add(text);
  }

  open(name: string, attributes: Attributes): void {
    if (this.dropped !== null) {
      if (name === this.dropped.name) this.dropped.depth++;
      return;
    }
    if (DROPPED.has(name)) return this.drop(name);
    const variable = name === 'span' ? attributes['data-variable'] : undefined;
    if (variable !== undefined && /^[a-z_]{1,40}$/.test(variable)) {
      this.shown.add(`{{${variable}}}`);
      return this.drop(name);
    }
    if (name === 'td' || name === 'th') this.shown.add(' ');
    const tag = keptAs(name);
    if (tag === undefined) return;
    this.shown.flush();
    if (tag === 'img' && !this.isPicture(attributes['src'] ?? '')) return;
    this.makePlaceFor(tag);
    if (!EMPTY.has(tag) && this.opened.length >= MAX_DEPTH) return;
    if (tag === 'br' || BLOCKS.has(tag)) this.shown.beginLine();
    else this.shown.goOnInLine();
    this.visitor.open(tag, attributes);
    if (tag === 'img') this.shown.noteOther();
    if (!EMPTY.has(tag)) this.opened.push(tag);
  }

  close(name: string): void {
    if (this.dropped !== null) {
      if (name === this.dropped.name && --this.dropped.depth === 0) this.dropped = null;
      return;
    }
    const tag = keptAs(name);
    if (tag === undefined || EMPTY.has(tag)) return;
    this.shown.flush();
    this.closeTo((one) => one === tag);
  }

  end(): void {
    this.shown.flush();
    this.closeFrom(0);
  }

  /** Nothing is told until it ends. */
  private drop(name: string): void {
    this.shown.flush();
    this.dropped = { name, depth: 1 };
  }

  /** Ends what cannot go on around or before it, and begins the list that a row needs. */
  private makePlaceFor(tag: string): void {
    if (BLOCKS.has(tag)) this.closeTo((one) => LEAVES.has(one));
    if (tag === 'a') this.closeTo((one) => one === 'a');
    if (tag !== 'li') return;
    if (!this.opened.some(isList)) {
      this.visitor.open('ul', {});
      this.opened.push('ul');
    }
    if (this.opened.lastIndexOf('li') > this.opened.findLastIndex(isList))
      this.closeTo((one) => one === 'li');
  }

  /** Closes the innermost element that `which` picks, where there is one, and those in it. */
  private closeTo(which: (tag: string) => boolean): void {
    const at = this.opened.findLastIndex(which);
    if (at >= 0) this.closeFrom(at);
  }

  private closeFrom(depth: number): void {
    while (this.opened.length > depth) {
      const tag = this.opened.pop() ?? '';
      this.visitor.close(tag);
      if (BLOCKS.has(tag)) this.shown.beginLine();
    }
  }
}

/** Text on its way: pieces of it come together, and white space is one space between words, at the ends of lines none. */
class ShownText {
  private readonly tell: (text: string) => void;
  private waiting = '';
  /** Nothing was told since the beginning of a line. */
  private isFresh = true;
  private owesSpace = false;

  constructor(tell: (text: string) => void) {
    this.tell = tell;
  }

  add(text: string): void {
    this.waiting += text;
  }

  flush(): void {
    const clean = this.waiting.replaceAll(/[^\P{Cc}\t\n\f\r]/gu, '').replaceAll(/[\t\n\f\r ]+/g, ' ');
    this.waiting = '';
    if (clean === '') return;
    const body = clean.replace(/^ /, '').replace(/ $/, '');
    const before = (this.owesSpace || clean.startsWith(' ')) && !this.isFresh ? ' ' : '';
    this.owesSpace = clean.endsWith(' ') && (body !== '' || !this.isFresh);
    if (body === '') return;
    this.tell(before + body);
    this.isFresh = false;
  }

  beginLine(): void {
    this.isFresh = true;
    this.owesSpace = false;
  }

  /** The space that is owed stands before what comes in the same line. */
  goOnInLine(): void {
    if (this.owesSpace && !this.isFresh) this.tell(' ');
    this.owesSpace = false;
  }

  /** Something that is no text: a space after it is one. */
  noteOther(): void {
    this.isFresh = false;
  }
}
