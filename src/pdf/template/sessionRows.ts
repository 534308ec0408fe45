import { DEFAULT_TEXT_SIZE, type TemplateBox } from '#domain/documents/templateFields.ts';
import type { TemplateVariable } from '#domain/templates/variables.ts';
import type { Face } from '../type/fonts.ts';
import type { SetLine, Typesetter } from '../type/typesetter.ts';
import {
  broken,
  drawLines,
  heightOf,
  LINE_HEIGHT,
  placeOf,
  SHRINK_TO,
  SMALLEST,
  type Fit,
  type Place,
  type PlacedText,
} from './boxText.ts';

/*
 * Boxes beside one another that tell of the same sessions, line by line: what they are called, their days and their hours. A title
 * that takes two lines, or is set smaller, would else put the days of all that follow beside others.
 */

const LISTS: ReadonlySet<string> = new Set<TemplateVariable>([
  ...(['sessions', 'sessions_client'] as const),
  ...(['dates_sessions', 'horaires_sessions'] as const),
]);

interface List {
  index: number;
  box: TemplateBox;
  place: Place;
  /** One for each session. */
  entries: readonly string[];
  size: number;
  set: (line: string) => SetLine;
}
/** Each entry with its lines. */
type Rows = readonly (readonly SetLine[])[];

/** The texts of the page's boxes that stand in rows, by the places of the boxes in the template. */
export function sessionRows(
  boxes: readonly TemplateBox[],
  texts: Readonly<Record<string, string>>,
  page: { width: number; height: number; index: number },
  typesetter: Typesetter,
  nameOf: (face: Face) => string,
): ReadonlyMap<number, PlacedText> {
  const groups: List[][] = [];
  for (const [index, box] of boxes.entries()) {
    const text = texts[box.variableKey ?? ''] ?? '';
    if (box.pageIndex !== page.index || !LISTS.has(box.variableKey ?? '') || text.trim() === '') continue;
    const entries = text.split('\n').map((entry) => entry.trim());
    const set = (line: string): SetLine => typesetter.line(line, box.weight ?? 'regular', text);
    const list = { index, box, entries, set, place: placeOf(box, page), size: box.size ?? DEFAULT_TEXT_SIZE };
    const group = groups.find(([first]) => first !== undefined && isBeside(first, list));
    if (group === undefined) groups.push([list]);
    else group.push(list);
  }
  return new Map(
    groups
      .filter((lists) => lists.length > 1 && (lists[0]?.entries.length ?? 0) > 1)
      .flatMap((lists) => inRows(lists, nameOf)),
  );
}

/** They begin in one line, by hand perhaps, and have the same number of entries. */
function isBeside(a: List, b: List): boolean {
  const [above, below] = [a, b].map(({ place }) => place.bottom + place.height);
  const apart = Math.abs((above ?? 0) - (below ?? 0));
  return a.entries.length === b.entries.length && apart < LINE_HEIGHT * Math.min(a.size, b.size);
}

/** As a text alone is put into its box (`placeText`), all of them by the same share of their sizes. */
function inRows(lists: readonly List[], nameOf: (face: Face) => string): [number, PlacedText][] {
  const { share, rows, overflows } = fitted(lists);
  const pitch = Math.max(...lists.map(({ size }) => size)) * share;
  const heights = (rows[0] ?? []).map((_, entry) => Math.max(...rows.map((row) => row[entry]?.length ?? 1)));
  return lists.map(({ index, box, place, size, set }, at) => {
    const own = rows[at] ?? [];
    const lines = own.flatMap((entry, nth) => [
      ...entry,
      ...Array.from({ length: (heights[nth] ?? 1) - entry.length }, () => set('')),
    ]);
    const isWrapped = own.some((entry) => entry.length > 1);
    const fit: Fit = overflows ? 'overflows' : isWrapped ? 'wrapped' : share < 1 ? 'shrunk' : 'fits';
    return [index, { fit, ...drawLines(lines, { size: size * share, pitch }, box, place, nameOf) }];
  });
}

function fitted(lists: readonly List[]): { share: number; rows: readonly Rows[]; overflows: boolean } {
  const largest = Math.max(...lists.map(({ size }) => size));
  // A hair of tolerance: a box that was drawn around a line still holds it.
  const room = Math.min(...lists.map(({ place }) => place.height)) + 0.01;
  const whole = lists.map(({ entries, set }): Rows => entries.map((entry) => [set(entry)]));
  const widest = (at: number): number => Math.max(0, ...(whole[at] ?? []).map(([line]) => line?.width ?? 0));
  const unbroken = Math.min(
    1,
    room / (heightOf(lists[0]?.entries.length ?? 1, 1) * largest),
    ...lists.map(({ place, size }, at) => (place.width + 0.01) / Math.max(widest(at) * size, 0.01)),
  );
  const least = Math.min(1, Math.max(...lists.map(({ size }) => SMALLEST / size)));
  if (unbroken >= Math.max(SHRINK_TO, least)) return { share: unbroken, rows: whole, overflows: false };
  const step = 0.5 / largest;
  for (let share = 1; share >= least; share = Math.max(share - step, share > least ? least : 0)) {
    const rows = brokenAt(lists, share, false);
    if (rows === null || heightIn(rows) * largest * share > room) continue;
    return unbroken >= share
      ? { share: unbroken, rows: whole, overflows: false }
      : { share, rows, overflows: false };
  }
  if (unbroken >= least) return { share: unbroken, rows: whole, overflows: false };
  const rows = brokenAt(lists, least, true) ?? whole;
  return { share: least, rows, overflows: heightIn(rows) * largest * least > room };
}

/** Null where a word is wider than its box, unless words may be cut. */
function brokenAt(lists: readonly List[], share: number, mayCut: boolean): readonly Rows[] | null {
  const all: Rows[] = [];
  for (const { entries, place, size, set } of lists) {
    const rows = entries.map((entry) => broken([entry], (place.width + 0.01) / (size * share), set, mayCut));
    const made = rows.filter((row) => row !== null);
    if (made.length < rows.length) return null;
    all.push(made);
  }
  return all;
}

/** Of all rows, each as high as what takes most lines in it. */
const heightIn = (rows: readonly Rows[]): number =>
  heightOf(
    (rows[0] ?? []).reduce((sum, _, at) => sum + Math.max(...rows.map((row) => row[at]?.length ?? 1)), 0),
    1,
  );
