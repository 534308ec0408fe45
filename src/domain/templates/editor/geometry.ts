/* Boxes on a page, in percent of its width and height. */

export interface Point {
  x: number;
  y: number;
}
export interface Rect extends Point {
  width: number;
  height: number;
}
export type Handle = 'nw' | 'ne' | 'sw' | 'se';
/** Lines at which the box in hand meets the page or another box, in percent. */
export interface Guides {
  x: readonly number[];
  y: readonly number[];
}

/** Percent; smaller ones are slips of the hand (specification 2 §4). */
export const LEAST_SIDE = 0.5;
/** So near a line that a box jumps to it. */
const SNAP = 0.6;
export const NO_GUIDES: Guides = { x: [], y: [] };

export const rectOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height });
export const sameRect = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
export const isTooSmall = ({ width, height }: Rect): boolean => width < LEAST_SIDE || height < LEAST_SIDE;
const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
export const clampPoint = ({ x, y }: Point): Point => ({ x: clamp(x, 100), y: clamp(y, 100) });

export function between(a: Point, b: Point): Rect {
  return {
    ...{ x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) },
    ...{ width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) },
  };
}

/** On the page as a whole. */
export function within({ x, y, width, height }: Rect): Rect {
  const [w, h] = [Math.min(width, 100), Math.min(height, 100)];
  return { x: clamp(x, 100 - w), y: clamp(y, 100 - h), width: w, height: h };
}

/** Past the opposite corner it is turned over. */
export function resized({ x, y, width, height }: Rect, handle: Handle, dx: number, dy: number): Rect {
  const corner = { x: handle.endsWith('w') ? x : x + width, y: handle.startsWith('n') ? y : y + height };
  const opposite = { x: handle.endsWith('w') ? x + width : x, y: handle.startsWith('n') ? y + height : y };
  return between(clampPoint({ x: corner.x + dx, y: corner.y + dy }), opposite);
}

/** The lines at which a box meets others: their edges and middles, and the page's own middle; each once. */
export function linesOf(others: readonly Rect[]): Guides {
  const x = new Set([50]);
  const y = new Set([50]);
  for (const box of others) {
    for (const part of [0, 0.5, 1]) {
      x.add(box.x + box.width * part);
      y.add(box.y + box.height * part);
    }
  }
  return { x: [...x], y: [...y] };
}

/** A box where its edges or its middle meet these lines. */
export function snapped(rect: Rect, lines: Guides): { rect: Rect; guides: Guides } {
  const across = nearest(rect.x, rect.width, lines.x);
  const down = nearest(rect.y, rect.height, lines.y);
  return {
    rect: within({ ...rect, x: rect.x + across.by, y: rect.y + down.by }),
    guides: { x: across.lines, y: down.lines },
  };
}

function nearest(start: number, length: number, lines: readonly number[]): { by: number; lines: number[] } {
  let best: { by: number; line: number } | null = null;
  for (const line of lines) {
    for (const edge of [start, start + length / 2, start + length]) {
      const by = line - edge;
      if (Math.abs(by) <= SNAP && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, line };
    }
  }
  return best === null ? { by: 0, lines: [] } : { by: best.by, lines: [best.line] };
}
