import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SeatRef } from '#domain/plan/hit.ts';
import { ok } from '#domain/result.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import type { SeatMove } from '#domain/sessions/seating.ts';
import { GALA, sessionDoc, showScreen } from '#hooks/testing/screen.tsx';
import { notify } from '#ui/components/notify.tsx';
import type { PlanCanvasProps, PlanPointer } from '../canvas/types.ts';
import { LIGHT } from '../canvas/palette.ts';
import { PlanPage } from './PlanPage.tsx';

// jsdom draws nothing: what the canvas tells of a pointer is told here.
const canvas = vi.hoisted(() => ({
  point: null as PlanCanvasProps['onPointer'] | null,
  drawn: null as PlanCanvasProps | null,
}));
vi.mock('../canvas/PlanCanvas.tsx', () => ({
  PlanCanvas: (props: PlanCanvasProps) => {
    canvas.point = props.onPointer;
    canvas.drawn = props;
    return null;
  },
}));
vi.mock('react-konva', () => ({ Circle: () => null }));
beforeEach(() => {
  notify.clear();
  canvas.point = null;
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  return () => vi.restoreAllMocks();
});

const round = (number: number, seats: number) => ({
  ...{ type: 'circle', number, seats, position: { x: number * 20, y: 20 }, rotation: 0, scale: 1 },
});
const tables = { t1: round(1, 3), t2: round(2, 5), t3: round(3, 1) };
const sits = (id: string, tableId: string, seatIndex: number) => ({
  ...{ clientId: `client_${id}`, checkInTime: null, updatedTime: 1 },
  placement: placementAt(tableId, seatIndex),
});
const documents = [
  GALA,
  ...['zoe', 'max', 'ada'].map((id) => ({
    ...{ _id: `client_${id}`, _rev: '1-a', type: 'client', forename: id, surname: 'Frei', number: id },
  })),
  {
    ...sessionDoc('dinner', 'Dinner'),
    clients: [sits('zoe', 't1', 1), sits('max', 't2', 0), sits('ada', 't3', 0)],
    plan: { ratio: 1.6, state: { nextTableIndex: 3, tables } },
  },
];

/** Where a drag of Zoé, who sits at the first table, ends. */
async function drop(end: Partial<PlanPointer>) {
  const writes: (readonly SeatMove[])[] = [];
  await showScreen({
    ...{ screen: <PlanPage />, path: '/event/:eventId/session/:sessionId/plan' },
    ...{ at: '/event/gala/session/dinner/plan', documents, user: { role: 'member' } },
    repository: {
      async seatClients(_sessionId, moves) {
        writes.push(moves);
        return ok({} as never);
      },
    },
  });
  await waitFor(() => expect(canvas.point).not.toBeNull());
  const seat: SeatRef = { tableId: 't1', seatIndex: 1 };
  for (const more of [
    { kind: 'down', seat, tableId: 't1' },
    { kind: 'move' },
    { kind: 'up', ...end },
  ] as const) {
    await act(async () => {
      canvas.point?.({
        ...{ point: { x: 0, y: 0 }, screen: { x: 0, y: 0 }, unit: 0.1, zoom: 1, tableId: null, seat: null },
        ...{ pressed: true, outside: false, tap: false, pointerType: 'mouse' },
        ...{ shiftKey: false, ctrlKey: false, altKey: false, ...more },
      });
    });
  }
  return writes.flat();
}
const move = (tableId: string, seatIndex: number): SeatMove => ({
  ...{ clientId: 'client_zoe', from: placementAt('t1', 1), to: placementAt(tableId, seatIndex) },
});

it.each<[string, Partial<PlanPointer>, SeatMove[]]>([
  ['a seat', { seat: { tableId: 't2', seatIndex: 3 }, tableId: 't2' }, [move('t2', 3)]],
  ['a table: to its next free seat', { tableId: 't2' }, [move('t2', 1)]],
  ['the own table: the own seat stays', { tableId: 't1' }, []],
  ['nothing', {}, []],
  ['a table outside of the view', { tableId: 't2', outside: true }, []],
])('who sits is dragged onto %s', async (_where, end, moves) => {
  expect(await drop(end)).toEqual(moves);
});

it('who sits is dragged onto a full table, which says so', async () => {
  expect(await drop({ tableId: 't3' })).toEqual([]);
  expect(await screen.findByText(/^Table 3: not enough free seats/)).toBeTruthy();
});

it.each([
  ['en', 'Colour the seats by', 'Key', ['company', 'Without a company (3)']],
  ['en', 'Colour the seats by', 'Key', ['option', 'Without an option (3)']],
  ['en', 'Colour the seats by', 'Key', ['status', 'Without a registration (3)']],
  ['fr', 'Colorer les places selon', 'Légende', ['company', 'Sans entreprise (3)']],
  ['fr', 'Colorer les places selon', 'Légende', ['option', 'Sans option (3)']],
  ['fr', 'Colorer les places selon', 'Légende', ['status', 'Sans inscription (3)']],
] as const)(
  'the key says what grey is, and nobody has a colour that it lacks (%s, %s)',
  async (language, field, key, [by, words]) => {
    const inside = [
      { ...sits('zoe', 't1', 0), checkInTime: 1000 },
      sits('max', 't1', 1),
      { ...sits('ada', 't1', 0), placement: placementAt('t1', null), checkInTime: 1000 },
      { ...sits('eve', 't2', 0), product: { optionId: 'vegan' } },
      { ...sits('ida', 't2', 0), placement: placementAt('t2', null), product: { optionId: 'vegan' } },
    ];
    const known = ['eve', 'ida'].map((id) => ({
      ...{ _id: `client_${id}`, _rev: '1-a', type: 'client', forename: id, surname: 'Frei', number: id },
      ...{ company: 'Arpège', consumerId: 'consumer_one' },
    }));
    const consumer = { _id: 'consumer_one', _rev: '1-a', type: 'consumer', status: 'pending', metadata: {} };
    await showScreen({
      ...{ screen: <PlanPage />, path: '/event/:eventId/session/:sessionId/plan', language },
      ...{ at: '/event/gala/session/dinner/plan', user: { role: 'member' } },
      documents: [...documents.slice(0, 4), { ...documents[4], clients: inside }, ...known, consumer],
    });
    fireEvent.change(await screen.findByLabelText(field), { target: { value: by } });
    const colours = await screen.findByRole('list', { name: key });
    expect(within(colours).getByText(words)).toBeTruthy();
    const seats = [0, 1].map((index) => canvas.drawn?.seatColour?.('t1', index));
    expect([...seats, ...(canvas.drawn?.standingColour?.('t1') ?? [])]).toEqual(
      Array(3).fill(LIGHT.occupied),
    );
    const coloured = [canvas.drawn?.seatColour?.('t2', 0), ...(canvas.drawn?.standingColour?.('t2') ?? [])];
    expect(coloured).toEqual(Array(2).fill('#0072b2'));
  },
);
