import type { TemplateBox } from '#domain/documents/templateFields.ts';
import { qrCode, QUIET_ZONE } from '../qr.ts';
import type { Face, Fonts } from '../type/fonts.ts';
import { showLine, Typesetter } from '../type/typesetter.ts';
import { placeOf, placeText, type Fit, type Place } from './boxText.ts';
import type { CompiledTemplate, TemplatePage } from './compile.ts';
import { drawOwnPage, type OwnPage } from './ownPage.ts';
import { sessionRows } from './sessionRows.ts';

/** What stands in the boxes, by variable. */
export type Texts = Readonly<Record<string, string>>;

/** One document: the template's pages once for each of its copies. */
export interface DocumentOrder {
  title: string;
  language: string;
  copies: readonly Texts[];
  /** Printed across each page, as on a draft. */
  stamp?: string;
  /** Behind them, of its own. */
  lastPage?: OwnPage;
}

export interface Batch {
  template: CompiledTemplate;
  boxes: readonly TemplateBox[];
  /** Variables that are printed as a QR code. */
  codes: ReadonlySet<string>;
  orders: readonly DocumentOrder[];
  /** ms; the date of the documents. */
  now: number;
}

/** A text that is not as its box asks for. */
export interface BoxNotice {
  box: number;
  copy: number;
  fit: Exclude<Fit, 'fits'>;
}
/** A text with characters that no typeface has: the document is held back rather than printed without them. */
export interface Unprintable {
  variable: string;
  characters: readonly string[];
}
function* textsOf({ orders }: Batch): Iterable<string> {
  for (const { copies, stamp, lastPage } of orders) {
    if (stamp !== undefined) yield stamp;
    for (const { text } of lastPage?.texts ?? []) yield text;
    for (const copy of copies) yield* Object.values(copy);
  }
}

/** A document as commands, before it is a file. */
export interface DrawnOrder {
  order: DocumentOrder;
  /** What each page shows over the template, copy by copy; from the lower left corner of the page as it is seen. */
  contents: readonly string[];
  lastPage: string | null;
  notices: readonly BoxNotice[];
  unprintable: readonly Unprintable[];
}

/** The texts of a batch in their boxes; the typesetter knows which glyphs that took. */
export async function layOut(
  batch: Batch,
  fonts: Fonts,
): Promise<{ drawn: readonly DrawnOrder[]; typesetter: Typesetter }> {
  const texts = [...textsOf(batch)];
  if (texts.length > 0) await fonts.prepare(texts);
  const typesetter = new Typesetter(fonts);
  return { drawn: batch.orders.map((order) => drawOrder(batch, order, typesetter)), typesetter };
}

const nameOf = ({ key }: Face): string => key;

function drawOrder(
  { template, boxes, codes }: Batch,
  order: DocumentOrder,
  typesetter: Typesetter,
): DrawnOrder {
  const notices: BoxNotice[] = [];
  const unprintable = new Map<string, Set<string>>();
  const contents = order.copies.flatMap((texts, copy) =>
    template.pages.map((page, pageIndex) => {
      const drawn: string[] = [];
      const rows = sessionRows(boxes, texts, { ...page, index: pageIndex }, typesetter, nameOf);
      for (const [index, box] of boxes.entries()) {
        const key = box.variableKey ?? '';
        const text = texts[key] ?? '';
        if (box.pageIndex !== pageIndex || text.trim() === '') continue;
        const place = placeOf(box, page);
        if (codes.has(key)) {
          drawn.push(drawCode(text, place));
          continue;
        }
        const { commands, fit, missing } = rows.get(index) ?? placeText(text, box, place, typesetter, nameOf);
        drawn.push(commands);
        if (fit !== 'fits') notices.push({ box: index, copy, fit });
        if (missing.length === 0) continue;
        const known = unprintable.get(key) ?? new Set<string>();
        for (const one of missing) known.add(one);
        unprintable.set(key, known);
      }
      if (order.stamp !== undefined) drawn.push(drawStamp(order.stamp, page, typesetter));
      return drawn.join('\n');
    }),
  );
  const lastPage = order.lastPage === undefined ? null : drawOwnPage(order.lastPage, typesetter, nameOf);
  if (lastPage !== null && lastPage.missing.length > 0) unprintable.set('', new Set(lastPage.missing));
  return {
    ...{ order, contents, notices, lastPage: lastPage?.commands ?? null },
    unprintable: [...unprintable].map(([variable, characters]) => ({
      variable,
      characters: [...characters],
    })),
  };
}

/** To the thousandth of a point. */
export const n = (value: number): number => Math.round(value * 1000) / 1000;

/** The code as one path: the largest square in the middle of its box, on white, with the margin that readers need. */
function drawCode(text: string, { left, bottom, width, height }: Place): string {
  const { size, runs } = qrCode(text);
  const side = Math.min(width, height);
  const unit = side / (size + 2 * QUIET_ZONE);
  const x = left + (width - side) / 2;
  const top = bottom + (height + side) / 2;
  const path = runs.map((run) => `${run.x} ${run.y} ${run.length} 1 re`).join(' ');
  const origin = `${n(x + QUIET_ZONE * unit)} ${n(top - QUIET_ZONE * unit)}`;
  return [
    `1 g ${n(x)} ${n(top - side)} ${n(side)} ${n(side)} re f`,
    `q ${unit.toFixed(5)} 0 0 ${(-unit).toFixed(5)} ${origin} cm 0 g ${path} f Q`,
  ].join('\n');
}

/** Across the page, from the lower left, pale enough to read what lies below. */
function drawStamp(text: string, { width, height }: TemplatePage, typesetter: Typesetter): string {
  const line = typesetter.line(text, 'bold');
  const diagonal = Math.hypot(width, height);
  const size = Math.min((diagonal * 0.7) / Math.max(line.width, 0.01), height * 0.2);
  const [cos, sin] = [width / diagonal, height / diagonal];
  const shown = showLine(line, { x: (-line.width * size) / 2, y: -size * 0.35 }, size, nameOf);
  return `q ${[cos, sin, -sin, cos, width / 2, height / 2].map(n).join(' ')} cm 0.6 G 0.8 w 1 Tr ${shown} Q`;
}
