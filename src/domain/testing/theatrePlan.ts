import type { PretixPlan, PretixRow } from '../plan/pretix/schema.ts';

/*
 * A theatre as a ticket shop has it: stalls of nine curved rows, a balcony of three straight ones whose numbers begin at
 * 1 again, two boxes with tables, a stage. 242 seats.
 */

const STALLS = { x: 800, y: 100 };
/** Around the middle of the stage, pixels and degrees. */
const curvedRow = (index: number): PretixRow => {
  const count = 16 + index;
  const radius = 300 + 55 * index;
  const step = 30 / radius;
  return {
    ...{ row_number: String(index + 1), row_label: 'Row %s', position: { x: 0, y: 0 } },
    seats: Array.from({ length: count }, (_, seat) => {
      const angle = (seat - (count - 1) / 2) * step;
      return {
        seat_guid: `stalls-${index + 1}-${seat + 1}`,
        seat_number: String(seat + 1),
        position: {
          x: Math.round(radius * Math.sin(angle) * 100) / 100,
          y: Math.round(radius * Math.cos(angle) * 100) / 100,
        },
        category: index < 3 ? 'Premium' : 'Stalls',
        radius: 12,
      };
    }),
  };
};

const straightRow = (index: number): PretixRow => ({
  ...{ row_number: String(index + 1), row_label: null, position: { x: 0, y: 40 * index } },
  seats: Array.from({ length: 15 }, (_, seat) => ({
    seat_guid: `balcony-${index + 1}-${seat + 1}`,
    // Odd numbers on one side of the house, as old theatres count.
    seat_number: index === 2 ? String(2 * seat + 1) : String(seat + 1),
    position: { x: 28 * seat, y: 0 },
    category: 'Balcony',
    ...(seat === 0 && index === 0 ? { start_direction: '>' } : {}),
  })),
});

/** A round table and, about it, chairs. */
const box = (name: string, x: number): PretixRow => ({
  ...{ row_number: name, position: { x, y: 0 } },
  seats: Array.from({ length: 6 }, (_, seat) => ({
    seat_guid: `box-${name}-${seat + 1}`,
    seat_number: String(seat + 1),
    position: {
      x: Math.round(40 * Math.sin((seat * Math.PI) / 3) * 100) / 100,
      y: Math.round(-40 * Math.cos((seat * Math.PI) / 3) * 100) / 100,
    },
    category: seat === 5 ? 'Stalls' : 'Box',
  })),
});

const noText = { text: '', position: { x: 0, y: 0 } };

export function theatrePlan(): PretixPlan {
  return {
    name: 'Théâtre du Lac',
    categories: [
      { name: 'Premium', color: '#c0392b' },
      { name: 'Stalls', color: 'rgb(41, 128, 185)' },
      { name: 'Balcony', color: 'teal' },
      { name: 'Box', color: 'rebeccapurple' },
    ],
    zones: [
      {
        name: 'Stalls',
        position: STALLS,
        rows: [...Array.from({ length: 9 }, (_, index) => curvedRow(index)), { ...curvedRow(9), seats: [] }],
        areas: [
          {
            ...{ shape: 'rectangle', color: '#dddddd', rotation: 0, position: { x: -300, y: -60 } },
            ...{ rectangle: { width: 600, height: 140 }, text: { text: 'Stage' } },
          },
          {
            ...{ shape: 'polygon', color: '#eeeeee', position: { x: 0, y: 160 }, text: noText },
            polygon: {
              points: [
                { x: -60, y: 0 },
                { x: 0, y: 40 },
                { x: 60, y: 0 },
              ],
            },
          },
          { shape: 'text', position: { x: 600, y: 700 }, text: { text: 'Emergency exit' } },
        ],
      },
      {
        name: 'Balcony',
        position: { x: 604, y: 980 },
        rows: [0, 1, 2].map(straightRow),
        areas: [],
      },
      {
        name: 'Boxes',
        position: { x: 0, y: 1150 },
        rows: [box('L', 160), box('R', 1440)],
        areas: [160, 1440].map((x) => ({
          ...{ shape: 'circle', color: '#f5f5dc', position: { x, y: 0 }, text: noText },
          circle: { radius: 24 },
        })),
      },
    ],
    size: { width: 1600, height: 1250 },
  };
}
