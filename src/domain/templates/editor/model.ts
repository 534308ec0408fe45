import type { TemplateBox } from '../../documents/templateFields.ts';
import {
  between,
  clampPoint,
  cornersOf,
  isTooSmall,
  LEAST_SIDE,
  linesOf,
  NO_GUIDES,
  rectOf,
  sameRect,
  snapped,
  snappedPoint,
  steppedBox,
  steppedCorner,
  stretched,
  within,
  type Guides,
  type Handle,
  type Point,
  type Rect,
} from './geometry.ts';

/** A box while it is edited: named, so that it stays the same through undo and other devices' changes. */
export type EditedBox = TemplateBox & { id: string };

/** What the pointer is doing; each begins from a mark to which it can go back. */
type Gesture =
  | { kind: 'draw'; id: string; from: Point; fixed: Point; moved: boolean; lines: Guides }
  | (OfOne & { kind: 'move' })
  | (OfOne & { kind: 'resize'; handle: Handle });
interface OfOne {
  id: string;
  from: Point;
  origin: Rect;
  before: readonly EditedBox[];
  /** The others stand still until it is let go. */
  lines: Guides;
}

export interface BoxEditor {
  readonly boxes: readonly EditedBox[];
  readonly pageCount: number;
  readonly page: number;
  readonly selected: string | null;
  readonly gesture: Gesture | null;
  readonly guides: Guides;
  readonly past: readonly (readonly EditedBox[])[];
  readonly future: readonly (readonly EditedBox[])[];
}

const STEPS_KEPT = 200;

export function openEditor(boxes: readonly EditedBox[], pageCount: number): BoxEditor {
  return {
    ...{ boxes, pageCount, page: 0, selected: null, gesture: null },
    ...{ guides: NO_GUIDES, past: [], future: [] },
  };
}

export const selectedBox = ({ boxes, selected }: BoxEditor): EditedBox | null =>
  boxes.find(({ id }) => id === selected) ?? null;

export const boxesOnPage = ({ boxes, page }: BoxEditor): readonly EditedBox[] =>
  boxes.filter(({ pageIndex }) => pageIndex === page);

/** What is saved: boxes that say something. */
export const boundBoxes = ({ boxes }: BoxEditor): readonly EditedBox[] =>
  boxes.filter(({ variableKey }) => variableKey);

/** A change that can be undone. */
function changed(state: BoxEditor, boxes: readonly EditedBox[], from = state.boxes): BoxEditor {
  if (boxes === from) return state;
  const past = [...state.past, from].slice(-STEPS_KEPT);
  return { ...state, boxes, past, future: [], guides: NO_GUIDES };
}

const replaced = (boxes: readonly EditedBox[], id: string, rect: Partial<EditedBox>): readonly EditedBox[] =>
  boxes.map((box) => (box.id === id ? { ...box, ...rect } : box));

/** A box with no variable is removed when it is deselected (TPL-25). */
export function select(state: BoxEditor, id: string | null): BoxEditor {
  if (id === state.selected) return state;
  const left = selectedBox(state);
  const next = { ...state, selected: id, guides: NO_GUIDES };
  if (left === null || left.variableKey) return next;
  // As if it had never been drawn: there is nothing to undo.
  const without = (boxes: readonly EditedBox[]) => boxes.filter((box) => box.id !== left.id);
  return { ...next, boxes: without(state.boxes), past: distinct(state.past.map(without)) };
}

const distinct = (steps: readonly (readonly EditedBox[])[]): readonly (readonly EditedBox[])[] =>
  steps.filter(
    (step, at) =>
      at === 0 || step.length !== steps[at - 1]?.length || step.some((box, i) => box !== steps[at - 1]?.[i]),
  );

const linesFor = (state: BoxEditor, id: string): Guides =>
  linesOf(boxesOnPage(state).filter((other) => other.id !== id));

/** Of the ground: a drag draws a box (TPL-15). `free` leaves the guides out, here and below. */
export function beginDraw(state: BoxEditor, at: Point, id: string, free = false): BoxEditor {
  const deselected = select(state, null);
  const lines = linesFor(deselected, id);
  const from = clampPoint(at);
  const fixed = free ? from : snappedPoint(from, lines);
  return { ...deselected, gesture: { kind: 'draw', id, from, fixed, moved: false, lines } };
}

export function beginMove(state: BoxEditor, id: string, at: Point): BoxEditor {
  const next = select(state, id);
  const box = selectedBox(next);
  if (box === null) return next;
  return { ...next, guides: NO_GUIDES, gesture: { kind: 'move', ...held(next, box, at) } };
}

export function beginResize(state: BoxEditor, id: string, handle: Handle, at: Point): BoxEditor {
  const next = select(state, id);
  const box = selectedBox(next);
  if (box === null) return next;
  return { ...next, guides: NO_GUIDES, gesture: { kind: 'resize', handle, ...held(next, box, at) } };
}

const held = (state: BoxEditor, box: EditedBox, from: Point): OfOne => ({
  ...{ id: box.id, from, origin: rectOf(box), before: state.boxes, lines: linesFor(state, box.id) },
});

export function drag(state: BoxEditor, to: Point, free = false): BoxEditor {
  const { gesture } = state;
  if (gesture === null) return state;
  const lines = free ? NO_GUIDES : gesture.lines;
  switch (gesture.kind) {
    case 'draw': {
      const held = clampPoint(to);
      const drawn = between(gesture.from, held);
      // A hand that trembles as it clicks beside a line draws nothing.
      const { rect, guides } =
        free || isTooSmall(drawn)
          ? { rect: drawn, guides: NO_GUIDES }
          : stretched(gesture.fixed, held, lines);
      const box: EditedBox = { ...rect, id: gesture.id, pageIndex: state.page };
      const others = state.boxes.filter(({ id }) => id !== gesture.id);
      return {
        ...{ ...state, guides, selected: gesture.id },
        boxes: [...others, box],
        gesture: { ...gesture, moved: true },
      };
    }
    case 'move': {
      const moved = within({
        ...gesture.origin,
        x: gesture.origin.x + to.x - gesture.from.x,
        y: gesture.origin.y + to.y - gesture.from.y,
      });
      return placed(state, gesture.id, snapped(moved, lines));
    }
    case 'resize': {
      const corners = cornersOf(gesture.origin, gesture.handle);
      const corner = {
        x: corners.held.x + to.x - gesture.from.x,
        y: corners.held.y + to.y - gesture.from.y,
      };
      return placed(state, gesture.id, stretched(corners.fixed, clampPoint(corner), lines));
    }
    default:
      return gesture satisfies never;
  }
}

function placed(state: BoxEditor, id: string, { rect, guides }: { rect: Rect; guides: Guides }): BoxEditor {
  return { ...state, guides, boxes: replaced(state.boxes, id, rect) };
}

/** The end of a gesture: a box too small is discarded (TPL-21). */
export function drop(state: BoxEditor): BoxEditor {
  const { gesture } = state;
  const ended = { ...state, gesture: null, guides: NO_GUIDES };
  if (gesture === null) return state;
  if (gesture.kind === 'draw') {
    const before = state.boxes.filter(({ id }) => id !== gesture.id);
    const box = state.boxes.find(({ id }) => id === gesture.id);
    if (box === undefined || isTooSmall(box)) return { ...ended, boxes: before, selected: null };
    return changed({ ...ended, selected: gesture.id }, state.boxes, before);
  }
  const box = state.boxes.find(({ id }) => id === gesture.id);
  if (box === undefined || sameRect(box, gesture.origin)) return { ...ended, boxes: gesture.before };
  if (isTooSmall(box))
    return changed({ ...ended, selected: null }, without(gesture.before, gesture.id), gesture.before);
  return changed(ended, state.boxes, gesture.before);
}

/**
 * Esc (TPL-19), and the pointer leaving the area: what is being drawn is removed (TPL-23), what is being moved or resized is
 * where it was (TPL-24).
 */
export function cancel(state: BoxEditor): BoxEditor {
  const { gesture } = state;
  if (gesture === null) return state.guides === NO_GUIDES ? state : { ...state, guides: NO_GUIDES };
  const ended = { ...state, gesture: null, guides: NO_GUIDES };
  if (gesture.kind !== 'draw') return { ...ended, boxes: gesture.before };
  return { ...ended, boxes: without(state.boxes, gesture.id), selected: null };
}

const without = (boxes: readonly EditedBox[], id: string): readonly EditedBox[] =>
  boxes.filter((box) => box.id !== id);

/** Delete removes the box (TPL-22). */
export function remove(state: BoxEditor): BoxEditor {
  const { selected } = state;
  if (selected === null || state.gesture !== null) return state;
  return changed({ ...state, selected: null }, without(state.boxes, selected));
}

/** Of the selected box: what it is bound to, how its text looks, or where it is. */
export function edit(state: BoxEditor, change: Partial<Omit<EditedBox, 'id'>>): BoxEditor {
  const box = selectedBox(state);
  if (box === null || state.gesture !== null) return state;
  const next = { ...box, ...change };
  const rect = within(rectOf({ ...next, width: atLeast(next.width), height: atLeast(next.height) }));
  return changed(state, replaced(state.boxes, box.id, { ...change, ...rect }));
}

const atLeast = (side: number): number => Math.max(LEAST_SIDE, side);

/** By keyboard: percent of the page. Its guides stay until something else is done. */
export function nudge(state: BoxEditor, dx: number, dy: number, resizes: boolean, free = false): BoxEditor {
  const box = selectedBox(state);
  if (box === null || state.gesture !== null) return state;
  const lines = free ? NO_GUIDES : linesFor(state, box.id);
  const { rect, guides } = (resizes ? steppedCorner : steppedBox)(rectOf(box), { x: dx, y: dy }, lines);
  return { ...edit(state, rect), guides };
}

/** A box without a pointer, for keyboard and screen reader; below the one before it. */
export function add(state: BoxEditor, id: string, variableKey: string): BoxEditor {
  const deselected = select(state, null);
  const lowest = boxesOnPage(deselected).reduce((low, { y, height }) => Math.max(low, y + height), 10);
  const isCode = variableKey === 'qr_code';
  const [width, height] = isCode ? [20, 14] : [50, 4];
  const y = lowest + 2 + height > 100 ? 100 - height : lowest + 2;
  const box: EditedBox = { id, variableKey, pageIndex: deselected.page, x: 10, y, width, height };
  return changed({ ...deselected, selected: id }, [...deselected.boxes, box]);
}

export function turnTo(state: BoxEditor, page: number): BoxEditor {
  if (page < 0 || page >= state.pageCount || page === state.page) return state;
  return { ...select(cancel(state), null), page };
}

/** On a page that the PDF had before another one took its place: it is printed nowhere. */
export const isLost = ({ pageCount }: Pick<BoxEditor, 'pageCount'>, { pageIndex }: EditedBox): boolean =>
  pageIndex >= pageCount;

/** Selects a box wherever it is; one that is lost is brought to the last page. */
export function showBox(state: BoxEditor, id: string): BoxEditor {
  const box = state.boxes.find((one) => one.id === id);
  if (box === undefined) return state;
  const last = state.pageCount - 1;
  const shown = select({ ...cancel(state), page: Math.min(box.pageIndex, last) }, id);
  return isLost(state, box) ? edit(shown, { pageIndex: last }) : shown;
}

export function undo(state: BoxEditor): BoxEditor {
  const before = state.past.at(-1);
  if (before === undefined || state.gesture !== null) return state;
  return stepped(state, before, { past: state.past.slice(0, -1), future: [state.boxes, ...state.future] });
}

export function redo(state: BoxEditor): BoxEditor {
  const [after, ...future] = state.future;
  if (after === undefined || state.gesture !== null) return state;
  return stepped(state, after, { past: [...state.past, state.boxes], future });
}

/** Shows where something changed: the page of the box that is different. */
function stepped(
  state: BoxEditor,
  boxes: readonly EditedBox[],
  steps: Pick<BoxEditor, 'past' | 'future'>,
): BoxEditor {
  const known = new Set(state.boxes);
  const different = boxes.find((box) => !known.has(box)) ?? state.boxes.find((box) => !boxes.includes(box));
  const isThere = boxes.some(({ id }) => id === different?.id);
  return {
    ...{ ...state, ...steps, boxes, guides: NO_GUIDES },
    page: different === undefined ? state.page : Math.min(different.pageIndex, state.pageCount - 1),
    selected: different !== undefined && isThere ? different.id : null,
  };
}
