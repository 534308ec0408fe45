import { expect, it } from 'vitest';
import { seatPoints, SEAT_RADIUS } from './geometry.ts';

type Shaped = Parameters<typeof seatPoints>[0];
const seatsOf = (type: Shaped['type'], seats: number, more: Partial<Shaped> = {}) =>
  seatPoints({ type, seats, ...more }).map(({ x, y }) => ({
    x: Math.round(x * 100),
    y: Math.round(y * 100),
  }));
const sides = (points: readonly { x: number; y: number }[], side: 1 | -1) =>
  points.filter(({ y }) => Math.sign(y) === side).map(({ x }) => x);

it.each([1, 2, 5, 6])(
  'along a board of %i seats the first half sits above, left to right, the others below',
  (seats) => {
    const points = seatsOf('rectangle', seats);
    const above = Math.ceil(seats / 2);
    expect(points.slice(0, above).every(({ y }) => y < 0)).toBe(true);
    expect(points.slice(above).every(({ y }) => y > 0)).toBe(true);
    for (const side of [sides(points, -1), sides(points, 1)]) {
      expect(side).toEqual(side.toSorted((a, b) => a - b));
      // Its middle is the table's.
      expect(side.reduce((sum, x) => sum + x, 0)).toBe(0);
    }
  },
);

it.each([
  ['circle', 8],
  ['semicircle', 6],
  ['rectangle', 9],
  ['single', 4],
  ['image', 7],
] as const)('no two seats of a %s hide each other', (type, seats) => {
  const points = seatPoints({ type, seats });
  expect(points).toHaveLength(seats);
  for (const [index, one] of points.entries())
    for (const other of points.slice(index + 1))
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(2 * SEAT_RADIUS * 0.98);
});

it('a semicircle has all on one side; a circle begins at the top; what was moved by hand lies there', () => {
  expect(seatsOf('semicircle', 5).every(({ y }) => y > 0)).toBe(true);
  const [first, , third] = seatsOf('circle', 4);
  expect([first?.x, Math.sign(first?.y ?? 0)]).toEqual([0, -1]);
  expect(third).toEqual({ x: 0, y: -(first?.y ?? 0) });
  const moved = seatsOf('single', 2, { seatProps: [null, { position: { x: 1, y: 2 } }] });
  expect(moved).toEqual([
    { x: 0, y: 0 },
    { x: 320, y: 200 },
  ]);
});
