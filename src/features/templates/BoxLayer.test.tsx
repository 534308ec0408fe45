import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { GALA, showScreen } from '#hooks/testing/screen.tsx';
import { BoxLayer } from './BoxLayer.tsx';
import { useBoxEditor } from './useBoxEditor.ts';

const box = (id: string, x: number, y: number) => ({
  ...{ id, x, y, width: 20, height: 5, pageIndex: 0, variableKey: 'fullname' },
});
const drawings = vi.fn<() => void>();

function Screen() {
  const boxes = useBoxEditor([box('a', 10, 10), box('b', 60, 70)], 1);
  drawings();
  return <BoxLayer kind="invitation" boxes={boxes} draws onDrawn={() => undefined} />;
}

/** The page is a hundred pixels wide and high: a pixel is a percent. */
async function layer() {
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100);
  await showScreen({ screen: <Screen />, path: '/', documents: [GALA] });
  const area = await screen.findByTestId('template-area');
  const find = (selector: string): HTMLElement => {
    const found = area.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`no ${selector}`);
    return found;
  };
  // Here there are no pointer events: with a mouse's they say where.
  const point = (kind: string, target: HTMLElement, clientX = 0, clientY = 0, altKey = false): boolean =>
    fireEvent(target, new MouseEvent(`pointer${kind}`, { bubbles: true, clientX, clientY, altKey }));
  return {
    find,
    /** Where it is seen: left and top, and how far it is moved from there. */
    seen: (id: string): string[] => {
      const { left, top, width, height, transform } = find(`[data-box="${id}"]`).style;
      return [left, top, width, height, transform];
    },
    down: (target: HTMLElement, x: number, y: number) => point('down', target, x, y),
    move: (x: number, y: number, altKey = false) => point('move', area, x, y, altKey),
    key: (id: string, name: string, more: object = {}) => {
      const face = find(`[data-box="${id}"] button`);
      act(() => face.focus());
      fireEvent.keyDown(face, { key: name, ...more });
    },
    up: () => point('up', area),
    area,
  };
}

const still = ['10%', '10%', '20%', '5%', ''];

it('a box that is moved follows the pointer while React draws nothing, and is there in the end', async () => {
  const { find, seen, down, move, up } = await layer();
  down(find('[data-box="a"]'), 12, 12);
  move(20, 30);
  drawings.mockClear();
  move(37, 48);
  expect(seen('a')).toEqual(['10%', '10%', '20%', '5%', 'translate(25cqw, 36cqh)']);
  expect(drawings).not.toHaveBeenCalled();
  // Near the middle of the page it is held there, and a line says so.
  move(32.3, 60);
  expect(seen('a')[4]).toBe('translate(20cqw, 48cqh)');
  expect(find('[data-guide="x"]').style).toMatchObject({ opacity: '1', transform: 'translateX(50cqw)' });
  expect(find('[data-guide="y"]').style.opacity).toBe('0');
  up();
  expect(seen('a')).toEqual(['30%', '58%', '20%', '5%', '']);
});

it('Esc, or the pointer off the page, has it where it was; a corner’s drag is as wide as it says', async () => {
  const { find, seen, down, move, up } = await layer();
  down(find('[data-box="a"]'), 12, 12);
  move(20, 33);
  move(120, 33);
  expect(seen('a')).toEqual(still);
  down(find('[data-box="a"] [data-handle="se"]'), 30, 15);
  move(45, 25);
  expect(seen('a')).toEqual(['10%', '10%', '35%', '15%', '']);
  move(-3, 25);
  expect(seen('a')).toEqual(still);
  down(find('[data-box="a"] [data-handle="se"]'), 30, 15);
  move(45, 25);
  up();
  expect(seen('a')).toEqual(['10%', '10%', '35%', '15%', '']);
});

it('a second finger takes no other box while one is moved', async () => {
  const { find, seen, down, move, up } = await layer();
  down(find('[data-box="a"]'), 12, 12);
  move(20, 33);
  down(find('[data-box="b"]'), 62, 72);
  move(37, 48);
  expect(seen('a')[4]).toBe('translate(25cqw, 36cqh)');
  up();
  expect(seen('b')).toEqual(['60%', '70%', '20%', '5%', '']);
});

it('a box that is drawn grows with the pointer', async () => {
  const { area, find, seen, down, move, up } = await layer();
  down(area, 10, 30);
  move(20, 40);
  move(50, 45);
  const id = find('[data-box][data-selected]').dataset['box'] ?? '';
  expect(seen(id)).toEqual(['10%', '30%', '40%', '15%', '']);
  up();
  expect(seen(id)).toEqual(['10%', '30%', '40%', '15%', '']);
});

it('lines say where a corner, or a box that is drawn, is held; with Alt neither is', async () => {
  const { area, find, seen, down, move, up, key } = await layer();
  const lines = () => (['x', 'y'] as const).map((axis) => find(`[data-guide="${axis}"]`).style);
  const [NONE, SEEN] = [{ opacity: '0' }, { opacity: '1' }];
  down(find('[data-box="a"]'), 12, 12);
  up();
  down(find('[data-box="a"] [data-handle="se"]'), 30, 15);
  move(59.7, 70.2);
  expect(seen('a')).toEqual(['10%', '10%', '50%', '60%', '']);
  expect(lines()).toMatchObject([{ transform: 'translateX(60cqw)' }, { transform: 'translateY(70cqh)' }]);
  expect(lines()).toMatchObject([SEEN, SEEN]);
  move(59.5, 70.25, true);
  expect(seen('a')).toEqual(['10%', '10%', '49.5%', '60.25%', '']);
  expect(lines()).toMatchObject([NONE, NONE]);
  move(99.8, 30);
  expect(lines()).toMatchObject([{ ...SEEN, transform: 'translateX(calc(100cqw - 1px))' }, NONE]);
  up();
  expect(seen('a')).toEqual(['10%', '10%', '90%', '20%', '']);
  expect(lines()).toMatchObject([NONE, NONE]);

  down(area, 9.8, 50.3);
  move(20, 60);
  move(59.8, 82);
  const drawn = find('[data-box][data-selected]').dataset['box'] ?? '';
  expect(seen(drawn)).toEqual(['10%', '50%', '50%', '32%', '']);
  expect(lines()).toMatchObject([{ ...SEEN, transform: 'translateX(60cqw)' }, NONE]);
  up();
  expect(lines()).toMatchObject([NONE, NONE]);

  // A key's line stays until something else is done.
  for (let steps = 0; steps < 20; steps++) key('b', 'ArrowLeft');
  expect([seen('b')[0], ...lines().map(({ opacity }) => opacity)]).toEqual(['50%', '1', '0']);
  key('b', 'ArrowLeft', { altKey: true });
  expect(lines()).toMatchObject([NONE, NONE]);
});
