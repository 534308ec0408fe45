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

/** Two corners that lie opposite: where a handle is, and what stays. */
export function cornersOf(rect: Rect, handle: Handle): { held: Point; fixed: Point } {
  const { x, y, width, height } = rect;
  const [left, top] = [handle.endsWith('w'), handle.startsWith('n')];
  return {
    held: { x: left ? x : x + width, y: top ? y : y + height },
    fixed: { x: left ? x + width : x, y: top ? y + height : y },
  };
}

/** The lines at which a box meets others: their edges and middles, and those of the page; each once. */
export function linesOf(others: readonly Rect[]): Guides {
  const x = new Set([0, 50, 100]);
  const y = new Set([0, 50, 100]);
  for (const box of others) {
    for (const part of PARTS) {
      x.add(box.x + box.width * part);
      y.add(box.y + box.height * part);
    }
  }
  return { x: [...x], y: [...y] };
}
/** Where along a side a box has a line: its edges and its middle. */
const PARTS = [0, 0.5, 1] as const;

/** A box where its edges or its middle meet these lines. */
export function snapped(rect: Rect, lines: Guides): { rect: Rect; guides: Guides } {
  const across = nearest(lines.x, edgesOf(rect.x, rect.width));
  const down = nearest(lines.y, edgesOf(rect.y, rect.height));
  return {
    rect: within({ ...rect, x: rect.x + across.by, y: rect.y + down.by }),
    guides: { x: across.lines, y: down.lines },
  };
}

/** Where a box begins to be drawn. */
export function snappedPoint(point: Point, lines: Guides): Point {
  return {
    x: point.x + nearest(lines.x, [{ at: point.x, reach: 1 }]).by,
    y: point.y + nearest(lines.y, [{ at: point.y, reach: 1 }]).by,
  };
}

/** A box between what stays and the corner that is held, where this one's edges or the middles between meet these lines. */
export function stretched(fixed: Point, held: Point, lines: Guides): { rect: Rect; guides: Guides } {
  const across = nearest(lines.x, stretchedEdges(fixed.x, held.x), fixed.x);
  const down = nearest(lines.y, stretchedEdges(fixed.y, held.y), fixed.y);
  return {
    rect: between(fixed, { x: held.x + across.by, y: held.y + down.by }),
    guides: { x: across.lines, y: down.lines },
  };
}

/** `reach`: how far the hand goes for one step of the edge. */
interface Edge {
  at: number;
  reach: number;
}
const edgesOf = (start: number, length: number): Edge[] =>
  PARTS.map((part) => ({ at: start + length * part, reach: 1 }));
const stretchedEdges = (fixed: number, held: number): Edge[] => [
  { at: held, reach: 1 },
  { at: (fixed + held) / 2, reach: 2 },
];

interface Met {
  by: number;
  lines: number[];
}
const NOT_MET: Met = { by: 0, lines: [] };

/** The least way of the hand to a line; never over the page's edge, nor so near what stays that nothing is left. */
function nearest(lines: readonly number[], edges: readonly Edge[], fixed?: number): Met {
  let best = NOT_MET;
  for (const { at, reach } of edges) {
    for (const line of lines) {
      const by = (line - at) * reach;
      if (Math.abs(by) > SNAP || (best !== NOT_MET && Math.abs(by) >= Math.abs(best.by))) continue;
      if (fixed === undefined || leavesSide(fixed, edges[0], by)) best = { by, lines: [line] };
    }
  }
  return best;
}

function leavesSide(fixed: number, held: Edge | undefined, by: number): boolean {
  const at = (held?.at ?? 0) + by;
  return at >= 0 && at <= 100 && Math.abs(at - fixed) >= LEAST_SIDE;
}

/**
 * A step by keyboard ends at the first line that it would go over, and begins from there the next time: pulled to lines as a
 * pointer is, no key would ever get away from one.
 */
export function steppedBox(rect: Rect, by: Point, lines: Guides): { rect: Rect; guides: Guides } {
  const across = stepped(lines.x, edgesOf(rect.x, rect.width), by.x);
  const down = stepped(lines.y, edgesOf(rect.y, rect.height), by.y);
  return {
    rect: { ...rect, x: rect.x + across.by, y: rect.y + down.by },
    guides: { x: across.lines, y: down.lines },
  };
}

/** The same of the lower right corner. */
export function steppedCorner(rect: Rect, by: Point, lines: Guides): { rect: Rect; guides: Guides } {
  const { held, fixed } = cornersOf(rect, 'se');
  const across = stepped(lines.x, stretchedEdges(fixed.x, held.x), by.x, fixed.x);
  const down = stepped(lines.y, stretchedEdges(fixed.y, held.y), by.y, fixed.y);
  return {
    rect: { ...rect, width: rect.width + across.by, height: rect.height + down.by },
    guides: { x: across.lines, y: down.lines },
  };
}

function stepped(lines: readonly number[], edges: readonly Edge[], step: number, fixed?: number): Met {
  let best: Met = { by: step, lines: [] };
  if (step === 0) return best;
  for (const { at, reach } of edges) {
    for (const line of lines) {
      const by = (line - at) * reach;
      // What stands at a line already goes on from it, whatever was lost in counting.
      if (by * step <= 0 || Math.abs(by) < ALMOST || Math.abs(by) > Math.abs(best.by) + ALMOST) continue;
      if (fixed === undefined || leavesSide(fixed, edges[0], by)) best = { by, lines: [line] };
    }
  }
  return best;
}
const ALMOST = 1e-6;
