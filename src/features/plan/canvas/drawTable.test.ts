import { describe, expect, it } from 'vitest';
import type { PlanTable } from '#domain/documents/session.ts';
import type { TableLook } from './drawing.ts';
import { drawTable } from './drawTable.ts';
import { LIGHT, type SeatLook } from './palette.ts';

/** The discs of a free seat, and holes in them as negative ones: radii in plan units of the seat, by their colour. */
function seatDiscs(scale: number, tableScale: number, look: TableLook = 'plain'): Map<string, number[]> {
  const discs = new Map<string, number[]>();
  const state = { fillStyle: '', radii: [] as number[] };
  const ctx = new Proxy(state, {
    get: (target, key): unknown => {
      if (key === 'beginPath') return () => void (target.radii = []);
      if (key === 'arc')
        return (...[, , r, , , backwards]: [number, number, number, number, number, boolean?]) =>
          void target.radii.push(backwards === true ? -r : r);
      if (key === 'fill') return () => void discs.set(target.fillStyle, target.radii);
      return key in target ? Reflect.get(target, key) : () => undefined;
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
  const table = {
    ...{ type: 'single' as const, number: 1, seats: 1, position: { x: 0, y: 0 } },
    ...{ rotation: 0, scale: tableScale },
  } as PlanTable;
  const drawing = { table, look, label: '', looks: [] };
  drawTable(ctx as unknown as CanvasRenderingContext2D, drawing, { ...LIGHT, seat: '#fffffe' }, scale);
  return discs;
}

/** What is drawn of one seat that somebody of a coloured group has: discs by fill, strokes by colour, texts. */
function coloured(look: SeatLook, scale: number) {
  const seen = { discs: [] as string[], strokes: [] as string[], texts: [] as string[] };
  const state = { strokeStyle: '', fillStyle: '', lineWidth: 0, globalAlpha: 1 };
  const ctx = new Proxy(state, {
    get: (target, key): unknown => {
      if (key === 'stroke') return () => void seen.strokes.push(target.strokeStyle);
      if (key === 'fill') return () => void seen.discs.push(target.fillStyle);
      if (key === 'fillText') return (text: string) => void seen.texts.push(text);
      if (key === 'measureText') return () => ({ width: 10 });
      return key in target ? Reflect.get(target, key) : () => undefined;
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
  const table = {
    ...{ type: 'single' as const, number: 1, seats: 1, position: { x: 0, y: 0 } },
    ...{ rotation: 0, scale: 1 },
  } as PlanTable;
  const drawing = { table, label: '', looks: [look], texts: ['A'], colours: ['#0072b2'] };
  drawTable(ctx as unknown as CanvasRenderingContext2D, drawing, LIGHT, scale);
  return seen;
}

/** What is written at a table of eight that three sit at, and how large, CSS pixels. */
function written(
  scale: number,
  {
    note = '',
    free = 0,
    standing = [] as SeatLook[],
    standingColours = undefined as string[] | undefined,
    type = 'circle' as PlanTable['type'],
    rotation = 0,
    label = '12',
  } = {},
) {
  const seen: { text: string; size: number; y: number; align: string }[] = [];
  const discs: string[] = [];
  const state = { fillStyle: '', font: '', factor: 1, textAlign: '', y: 0 };
  const ctx = new Proxy(state, {
    get: (target, key): unknown => {
      if (key === 'scale') return (by: number) => void (target.factor = by);
      // Before anything is written, a canvas has a smaller font of its own.
      const letter = target.font.startsWith('600 16px ') ? 9 : 5;
      if (key === 'measureText') return (text: string) => ({ width: letter * text.length });
      if (key === 'fill') return () => void discs.push(target.fillStyle);
      if (key === 'translate') return (_x: number, y: number) => void (target.y = y);
      if (key === 'fillText')
        return (text: string) =>
          void seen.push({ text, size: 16 * target.factor * scale, y: target.y, align: target.textAlign });
      return key in target ? Reflect.get(target, key) : () => undefined;
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
  const table = {
    ...{ type, number: 12, seats: 8, position: { x: 0, y: 0 } },
    ...{ rotation, scale: 1 },
  } as PlanTable;
  drawTable(
    ctx as unknown as CanvasRenderingContext2D,
    { table, label, looks: [], note, free, standing, standingColours },
    LIGHT,
    scale,
  );
  return { seen, discs };
}

describe('what is written at a table', () => {
  const sizes = (scale: number) => written(scale).seen.map(({ text, size }) => [text, Math.round(size)]);

  it('its number can be read where the whole of a large room is shown, as long as it has room', () => {
    expect(sizes(2.5)).toEqual([['12', 9]]);
    expect(written(1).seen).toEqual([]);
    expect(sizes(10)).toEqual([['12', 19]]);
  });
  it('free seats stand below it where they can be read, in letters that are small and not narrow', () => {
    expect(written(4, { note: '5/8 free' }).seen.map(({ text }) => text)).toEqual(['12']);
    const [, note] = written(20, { note: '5/8 free' }).seen;
    expect(note?.text).toBe('5/8 free');
    // Both keep off the edge of the table, whose radius is 1.6.
    const [number] = written(20, { note: '5/8 free' }).seen;
    expect(number?.size).toBeLessThanOrEqual(20 * 1.5);
    // 72 wide at 16, in 90 % of what the number may take.
    expect(note?.size).toBeCloseTo((20 * 16 * 0.9 * 1.7 * 1.6) / 72);
  });
  it('free seats are figures beside it where the words have no room, as the whole of a large room is shown', () => {
    const at = (scale: number, free = 5) =>
      written(scale, { note: free === 0 ? 'full' : `${free}/8 free`, free }).seen;
    const textsAt = (scale: number) => at(scale).map(({ text }) => text);
    // A room of 60 tables on a phone, a tablet and a desk, and from near.
    expect(textsAt(2)).toEqual(['12', '5']);
    expect(textsAt(3.2)).toEqual(['12', '5/8']);
    expect(textsAt(6.1)).toEqual(['12', '5/8']);
    expect(textsAt(20)).toEqual(['12', '5/8 free']);
    for (const scale of [2, 3.2, 6.1, 12]) {
      const [number, figures] = at(scale);
      expect(figures?.size).toBeGreaterThanOrEqual(9);
      // They keep off the number: CSS pixels between the middles of the lines.
      expect(((number?.y ?? 0) - (figures?.y ?? 0)) * scale).toBeGreaterThan(9);
    }
    // Full ones are quiet, and so is what nobody could read.
    expect(at(6.1, 0).map(({ text }) => text)).toEqual(['12']);
    expect(textsAt(1)).toEqual([]);
  });
  it('free seats stand within a table that is turned, too', () => {
    const sizeAt = (rotation: number, type: PlanTable['type'] = 'semicircle') =>
      written(30, { note: '5/8 free', type, rotation }).seen[1]?.size ?? 0;
    expect(sizeAt(180)).toBeCloseTo(sizeAt(0));
    // A half-round is a little less than half as deep as it is wide there.
    expect(sizeAt(90) / sizeAt(0)).toBeLessThan(0.6);
    expect(sizeAt(45, 'rectangle')).toBeLessThan(sizeAt(0, 'rectangle'));
    // A round one is as wide however it is turned.
    expect(sizeAt(90, 'circle')).toBeCloseTo(sizeAt(0, 'circle'));
  });
  it('the name of a table that is turned stands within it', () => {
    const [name] = written(30, { label: 'Sponsors', type: 'rectangle', rotation: 90 }).seen;
    // 72 wide at 16, on a board of 3.
    expect(((name?.size ?? Infinity) * 72) / 16).toBeLessThanOrEqual(30 * 3);
    // Where that could not be read it stands over the edges, as large as on a table that is not turned.
    const small = (rotation: number) =>
      written(5, { label: 'Sponsors', type: 'rectangle', rotation }).seen[0];
    expect(small(90)?.size).toBeCloseTo(small(0)?.size ?? 0);
    expect(small(90)?.size).toBeGreaterThan(8);
  });
  it('those of a row stand below its name, away from its seats', () => {
    const at = (rotation: number) => written(20, { note: '5/8 free', type: 'single', rotation }).seen;
    for (const [rotation, align] of [
      [0, 'right'],
      [90, 'center'],
      [180, 'left'],
      [270, 'center'],
    ] as const) {
      const [name, note] = at(rotation);
      expect([name?.text, note?.text]).toEqual(['12', '5/8 free']);
      expect([name?.align, note?.align]).toEqual([align, align]);
      expect(note?.y).toBeGreaterThan((name?.y ?? 0) + 0.5);
    }
    // A row that goes down begins below its name, one that goes up above it; the seat's radius is 0.95.
    expect(at(90)[1]?.y).toBeLessThan(-1.3);
    expect(at(270)[0]?.y).toBeGreaterThan(1.3);
    // Far away it would be grey noise.
    expect(written(5, { note: '5/8 free', type: 'single' }).seen.map(({ text }) => text)).toEqual(['12']);
  });
  it('who has no seat of their own stands at it', () => {
    const none = written(20).discs.filter((fill) => fill === LIGHT.occupied || fill === LIGHT.checkedIn);
    const two = written(20, { standing: ['occupied', 'checkedIn'] }).discs;
    expect(none).toEqual([]);
    expect(two).toContain(LIGHT.occupied);
    expect(two).toContain(LIGHT.checkedIn);
    expect(written(20, { standing: ['checkedIn'], type: 'single' }).discs).toContain(LIGHT.checkedIn);
    const standingColours = ['#0072b2', '#e69f00'];
    for (const type of ['circle', 'single'] as const)
      expect(written(20, { standing: ['occupied', 'checkedIn'], standingColours, type }).discs).toEqual(
        expect.arrayContaining(standingColours),
      );
  });
});

describe('what stands upright', () => {
  /** Where lines begin and go on, from where the table is; and the first translation after the number was written. */
  function lines(rotation: number, more: object = {}) {
    const seen = {
      at: [] as { x: number; y: number }[],
      moves: [] as [number, number][],
      number: 0,
      lock: 0,
    };
    const ctx = new Proxy({} as Record<PropertyKey, unknown>, {
      get(target, key): unknown {
        if (key === 'moveTo' || key === 'lineTo')
          return (x: number, y: number) => void seen.at.push({ x, y });
        if (key === 'translate') return (x: number, y: number) => void seen.moves.push([x, y]);
        if (key === 'fillText') return () => (seen.number = seen.moves.at(-1)?.[1] ?? NaN);
        // A circle's outline is none.
        if (key === 'roundRect') return () => (seen.lock = seen.moves.at(-1)?.[1] ?? NaN);
        if (key === 'measureText') return () => ({ width: 18 });
        return key in target ? Reflect.get(target, key) : () => undefined;
      },
      set: (target, key, value) => Reflect.set(target, key, value),
    });
    const table = {
      ...{ type: 'circle' as const, number: 12, seats: 1, position: { x: 0, y: 0 } },
      ...{ rotation, scale: 1 },
    } as PlanTable;
    const drawing = { table, label: '12', looks: ['checkedIn' as SeatLook], ...more };
    drawTable(ctx as unknown as CanvasRenderingContext2D, drawing, LIGHT, 20);
    return seen;
  }
  it('the tick of who is there, however its table is turned', () => {
    const [from, , to] = lines(90).at.slice(-3);
    // Seen by the eye, which does not turn with the table: up, and to the right.
    const eye = ({ x, y }: { x: number; y: number }) => ({ x: -y, y: x });
    const [a, b] = [eye(from ?? { x: 0, y: 0 }), eye(to ?? { x: 0, y: 0 })];
    expect(b.x - a.x).toBeGreaterThan(0.5);
    expect(b.y - a.y).toBeLessThan(0);
  });
  it('the sign of a lock above the number, at any distance', () => {
    for (const note of ['', '5/8 free']) {
      const { number, lock } = lines(0, { locked: true, note });
      expect(lock).toBeLessThan(number - 1.2);
    }
  });
});

describe('a seat in the colour of a group', () => {
  it('has its letter as soon as that can be read', () => {
    expect(coloured('occupied', 3).texts).toEqual([]);
    expect(coloured('occupied', 4).texts).toEqual(['A']);
  });
  it('tells who has come in by a ring of ink, and close by a tick, not by a colour alone', () => {
    const [away, small, close] = [
      coloured('occupied', 4),
      coloured('checkedIn', 4),
      coloured('checkedIn', 20),
    ];
    expect(away.discs).not.toContain(LIGHT.label);
    expect(small.discs).toContain(LIGHT.label);
    expect(small.discs.at(-1)).not.toBe(LIGHT.checkedIn);
    expect(close.discs).toContain(LIGHT.checkedIn);
    expect(close.strokes.at(-1)).toBe(LIGHT.onCheckedIn);
  });
});

describe('the ring of a free seat', () => {
  const ring = (scale: number, tableScale: number): number => {
    const discs = seatDiscs(scale, tableScale);
    return (discs.get(LIGHT.seatLine)?.[0] ?? NaN) - (discs.get('#fffffe')?.[0] ?? NaN);
  };
  it('has its width in plan units, but can be seen where the whole of a large plan is shown', () => {
    expect(ring(20, 1)).toBeCloseTo(0.16);
    const thin = ring(4, 0.5);
    expect(thin * 0.5 * 4).toBeCloseTo(0.75);
    // It stays a ring, however small.
    expect(ring(1, 0.1)).toBeCloseTo(0.5);
  });
  it('is not seen through the seat of a table that steps back: it has a hole', () => {
    const [outer = NaN, hole = NaN] = seatDiscs(20, 1, 'dimmed').get(LIGHT.seatLine) ?? [];
    expect(outer + hole).toBeCloseTo(0.16);
  });
});
