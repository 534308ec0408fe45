import type { Plan } from '#domain/documents/session.ts';
import type { Random } from './random.ts';

/** The canvas in plan units: a ratio of 1.6. */
const WIDTH = 160;
const HEIGHT = 100;
/** Kept free for the stage at the top. */
const STAGE = 16;

type Table = Plan['state']['tables'][string];

/**
 * A hall with a stage and tables in rows, every other row shifted by half a step as caterers do. The first row along
 * the stage has long tables, the rest are round with a few semicircles at the sides.
 */
export function makePlan(random: Random, tableCount: number): Plan {
  const columns = Math.max(1, Math.ceil(Math.sqrt((tableCount * WIDTH) / (HEIGHT - STAGE))));
  const rows = Math.max(1, Math.ceil(tableCount / columns));
  const stepX = WIDTH / (columns + 0.5);
  const stepY = (HEIGHT - STAGE) / rows;
  const tables: Record<string, Table> = {};
  for (let index = 0; index < tableCount; index++) {
    const row = Math.floor(index / columns);
    const column = index % columns;
    const shift = row % 2 === 0 ? 0.5 : 1;
    const position = {
      x: round((column + shift) * stepX),
      y: round(STAGE + (row + 0.5) * stepY),
    };
    tables[tableId(index)] = makeTable(random, index + 1, position, { row, isSide: column === 0 });
  }
  return { ratio: WIDTH / HEIGHT, state: { nextTableIndex: tableCount, tables } };
}

const tableId = (index: number): string => String(index);

function makeTable(
  random: Random,
  number: number,
  position: Table['position'],
  { row, isSide }: { row: number; isSide: boolean },
): Table {
  const type = row === 0 ? 'rectangle' : isSide && row % 2 === 0 ? 'semicircle' : 'circle';
  return {
    type,
    number,
    name: row === 0 ? `Honneur ${number}` : null,
    group: row === 0 ? 'Honneur' : 'Salle',
    position,
    rotation: type === 'semicircle' ? 90 : 0,
    scale: type === 'rectangle' ? 0.9 : 1,
    seats: type === 'rectangle' ? 10 : random.int(8, 10),
    color: row === 0 ? '#c8a45c' : '#5b7fa6',
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
