import { describe, expect, it } from 'vitest';
import {
  add,
  beginDraw,
  beginMove,
  beginResize,
  boundBoxes,
  cancel,
  drag,
  drop,
  edit,
  nudge,
  openEditor,
  redo,
  remove,
  select,
  isLost,
  showBox,
  turnTo,
  undo,
  type BoxEditor,
  type EditedBox,
} from './model.ts';

const box = (id: string, fields: Partial<EditedBox> = {}): EditedBox => ({
  ...{ id, x: 10, y: 10, width: 20, height: 5, pageIndex: 0, variableKey: 'fullname' },
  ...fields,
});
const drawn = (state: BoxEditor, from: [number, number], to: [number, number], id = 'new'): BoxEditor =>
  drag(beginDraw(state, { x: from[0], y: from[1] }, id), { x: to[0], y: to[1] });
const rect = ({ boxes }: BoxEditor, id: string) => {
  const found = boxes.find((one) => one.id === id);
  return found && [found.x, found.y, found.width, found.height].map((value) => Math.round(value * 100) / 100);
};

describe('boxes on a template', () => {
  it('a drag draws a box, which is selected [TPL-15]', () => {
    const state = drop(drawn(openEditor([], 1), [40, 60], [10, 50]));
    expect(rect(state, 'new')).toEqual([10, 50, 30, 10]);
    expect(state.selected).toBe('new');
  });

  it.each([[[10.4, 30] as [number, number]], [[30, 10.4] as [number, number]]])(
    'one smaller than 0.5 in width or height is discarded [TPL-21]',
    (to) => {
      const state = drop(drawn(openEditor([], 1), [10, 10], to));
      expect(state.boxes).toEqual([]);
      expect(state.past).toEqual([]);
    },
  );

  it('a click on the ground draws nothing and deselects', () => {
    const state = drop(beginDraw(select(openEditor([box('a')], 1), 'a'), { x: 80, y: 80 }, 'new'));
    expect(state.selected).toBeNull();
    expect(state.boxes.length).toBe(1);
  });

  it('leaving the area or Esc while drawing removes it [TPL-19] [TPL-23]', () => {
    expect(cancel(drawn(openEditor([box('a')], 1), [40, 40], [60, 60])).boxes.map(({ id }) => id)).toEqual([
      'a',
    ]);
  });

  it('can be selected and moved, within the page [TPL-16] [TPL-17]', () => {
    const held = beginMove(openEditor([box('a')], 1), 'a', { x: 12, y: 12 });
    expect(held.selected).toBe('a');
    expect(rect(drop(drag(held, { x: 33, y: 43 })), 'a')).toEqual([31, 41, 20, 5]);
    expect(rect(drop(drag(held, { x: 300, y: -50 })), 'a')).toEqual([80, 0, 20, 5]);
  });

  it('leaving the area or Esc while moving restores its place [TPL-19] [TPL-24]', () => {
    const held = drag(beginMove(openEditor([box('a')], 1), 'a', { x: 12, y: 12 }), { x: 50, y: 50 });
    const state = cancel(held);
    expect(rect(state, 'a')).toEqual([10, 10, 20, 5]);
    expect(state.past).toEqual([]);
  });

  it('is resized by its corners, over the opposite one too', () => {
    const held = beginResize(openEditor([box('a')], 1), 'a', 'se', { x: 30, y: 15 });
    expect(rect(drop(drag(held, { x: 45, y: 25 })), 'a')).toEqual([10, 10, 35, 15]);
    expect(rect(drop(drag(held, { x: 4, y: 4 })), 'a')).toEqual([4, 4, 6, 6]);
    expect(rect(cancel(drag(held, { x: 45, y: 25 })), 'a')).toEqual([10, 10, 20, 5]);
  });

  it('Delete removes the selected one [TPL-22]', () => {
    expect(remove(select(openEditor([box('a'), box('b')], 1), 'a')).boxes.map(({ id }) => id)).toEqual(['b']);
  });

  it('without a variable it is removed when deselected, and undo knows nothing of it [TPL-25]', () => {
    const before = drop(drawn(openEditor([box('a')], 1), [40, 40], [60, 60]));
    const state = select(before, null);
    expect(state.boxes.map(({ id }) => id)).toEqual(['a']);
    expect(undo(state).boxes.map(({ id }) => id)).toEqual(['a']);
    const bound = select(edit(before, { variableKey: 'number' }), null);
    expect(bound.boxes.map(({ id }) => id)).toEqual(['a', 'new']);
  });

  it('only those that say something are saved', () => {
    const state = drop(drawn(openEditor([box('a')], 1), [40, 40], [60, 60]));
    expect(boundBoxes(state).map(({ id }) => id)).toEqual(['a']);
  });

  it('undo and redo follow each step, and show its page', () => {
    const start = openEditor([box('a'), box('b', { pageIndex: 1, y: 50 })], 2);
    const moved = drop(drag(beginMove(start, 'a', { x: 12, y: 12 }), { x: 33, y: 33 }, true));
    const styled = edit(showBox(moved, 'b'), { size: 12 });
    expect(styled.page).toBe(1);
    const once = undo(turnTo(styled, 0));
    expect([once.page, once.boxes.find(({ id }) => id === 'b')?.size]).toEqual([1, undefined]);
    const twice = undo(once);
    expect([twice.page, rect(twice, 'a')]).toEqual([0, [10, 10, 20, 5]]);
    const again = redo(redo(twice));
    expect(again.boxes).toEqual(styled.boxes);
    expect(redo(again)).toBe(again);
  });

  it('meets the edges of others and the middle of the page, with a guide; not where it is to be free', () => {
    const start = openEditor([box('a'), box('b', { x: 55, y: 70 })], 1);
    const held = beginMove(start, 'a', { x: 10, y: 10 });
    const near = drag(held, { x: 55.4, y: 40 });
    expect(rect(near, 'a')).toEqual([55, 40, 20, 5]);
    expect(near.guides).toEqual({ x: [55], y: [] });
    expect(rect(drag(held, { x: 55.4, y: 40 }, true), 'a')).toEqual([55.4, 40, 20, 5]);
    expect(drop(near).guides).toEqual({ x: [], y: [] });
  });

  it('a corner that is dragged meets them as well: its own edges, and the middle of the box', () => {
    const start = openEditor([box('a'), box('b', { x: 55, y: 70 })], 1);
    const held = beginResize(start, 'a', 'se', { x: 31, y: 15 });
    // The hand took the corner a percent beside it.
    const edge = drag(held, { x: 55.6, y: 70.3 });
    expect([rect(edge, 'a'), edge.guides]).toEqual([[10, 10, 45, 60], { x: [55], y: [70] }]);
    expect(rect(drag(held, { x: 55.6, y: 70.3 }, true), 'a')).toEqual([10, 10, 44.6, 60.3]);
    // Wide as far as it is on either side of the page's middle, or of the other box's.
    const middle = drag(held, { x: 91.4, y: 40 });
    expect([rect(middle, 'a'), middle.guides]).toEqual([[10, 10, 80, 30], { x: [50], y: [] }]);
    const page = drag(held, { x: 100.7, y: 99.5 });
    expect([rect(page, 'a'), page.guides]).toEqual([[10, 10, 90, 90], { x: [100], y: [100] }]);
    expect(drop(page).guides).toEqual({ x: [], y: [] });
    // Each corner: what stays is the one that lies opposite.
    const other = drag(beginResize(start, 'b', 'nw', { x: 55, y: 70 }), { x: 30.2, y: 14.9 });
    expect([rect(other, 'b'), other.guides]).toEqual([[30, 15, 45, 60], { x: [30], y: [15] }]);
  });

  it('a line beside what stays leaves a small box as wide as it is drawn', () => {
    const start = openEditor([box('b', { x: 40, y: 40, width: 20, height: 20 })], 1);
    const held = beginDraw(start, { x: 40, y: 40 }, 'n', true);
    expect(rect(drop(drag(held, { x: 40.55, y: 45 })), 'n')).toEqual([40, 40, 0.55, 5]);
  });

  it('a box that is drawn begins and ends at them, unless it is to be free', () => {
    const start = openEditor([box('a')], 1);
    const at = { x: 29.6, y: 14.8 };
    const to = { x: 50.5, y: 40 };
    const near = drag(beginDraw(start, at, 'n'), to);
    expect([rect(near, 'n'), near.guides]).toEqual([[30, 15, 20, 25], { x: [50], y: [] }]);
    const trembling = drag(beginDraw(start, { x: 29.45, y: 14.45 }, 'n'), { x: 29.4, y: 14.4 });
    expect(drop(trembling).boxes).toEqual(start.boxes);
    expect(drop(near).guides).toEqual({ x: [], y: [] });
    expect(cancel(near).guides).toEqual({ x: [], y: [] });
    expect(rect(drag(beginDraw(start, at, 'n', true), to, true), 'n')).toEqual([29.6, 14.8, 20.9, 25.2]);
  });

  it('a step by keyboard ends at the line that it would go over, and the next one leaves it', () => {
    const start = select(openEditor([box('a'), box('b', { x: 30.3, y: 70 })], 1), 'a');
    const met = nudge(start, 0.5, 0, false);
    expect([rect(met, 'a'), met.guides]).toEqual([[10.3, 10, 20, 5], { x: [30.3], y: [] }]);
    const left = nudge(met, 0.5, 0, false);
    expect([rect(left, 'a'), left.guides]).toEqual([[10.8, 10, 20, 5], { x: [], y: [] }]);
    expect(rect(nudge(nudge(left, -0.5, 0, false), -0.5, 0, false), 'a')).toEqual([9.8, 10, 20, 5]);
    const free = nudge(start, 0.5, 0, false, true);
    expect([rect(free, 'a'), free.guides]).toEqual([[10.5, 10, 20, 5], { x: [], y: [] }]);
    // With Shift the right and the lower edge.
    const wide = nudge(start, 0.5, 0, true);
    expect([rect(wide, 'a'), wide.guides]).toEqual([[10, 10, 20.3, 5], { x: [30.3], y: [] }]);
    expect(rect(nudge(wide, 0.5, 0, true), 'a')).toEqual([10, 10, 20.8, 5]);
    // Whatever is done next takes the guides away.
    for (const next of [select(met, null), undo(met), remove(met), edit(met, { size: 9 }), cancel(met)])
      expect(next.guides).toEqual({ x: [], y: [] });
  });

  it('is moved, resized and added by keyboard', () => {
    const start = select(openEditor([box('a')], 1), 'a');
    expect(rect(nudge(start, 0.5, -20, false), 'a')).toEqual([10.5, 0, 20, 5]);
    expect(rect(nudge(start, -50, 1, true), 'a')).toEqual([10, 10, 0.5, 6]);
    const more = add(start, 'n', 'qr_code');
    expect([more.selected, rect(more, 'n')]).toEqual(['n', [10, 17, 20, 14]]);
  });

  it('boxes of another page stay there', () => {
    const start = turnTo(openEditor([box('a')], 2), 1);
    const state = edit(drop(drawn(start, [10, 10], [20, 20])), { variableKey: 'number' });
    expect(state.boxes.map(({ pageIndex }) => pageIndex)).toEqual([0, 1]);
    expect(turnTo(state, 2)).toBe(state);
  });

  it('a box on a page that the PDF has no more comes to the last one when it is chosen, which can be undone', () => {
    const start = openEditor([{ ...box('a'), pageIndex: 2 }], 2);
    expect(start.boxes.map((one) => isLost(start, one))).toEqual([true]);
    const shown = showBox(start, 'a');
    expect([shown.page, shown.selected, shown.boxes[0]?.pageIndex]).toEqual([1, 'a', 1]);
    expect(undo(shown).boxes[0]?.pageIndex).toBe(2);
    expect(showBox(openEditor([box('a')], 2), 'a').past).toEqual([]);
  });
});
