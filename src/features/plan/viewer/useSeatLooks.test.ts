import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { seatingOf } from '#domain/sessions/seating.ts';
import type { SeatingDesk } from './useSeating.ts';
import { useSeatLooks } from './useSeatLooks.ts';

const table = { type: 'circle', number: 1, seats: 5, position: { x: 20, y: 20 }, rotation: 0, scale: 1 };
const dinner = session.parse({
  ...{ _id: 'session_a', type: 'session', title: 'Dinner', date: 1 },
  plan: { ratio: 1.6, state: { nextTableIndex: 1, tables: { t: table } } },
  clients: [
    { clientId: 'expected', placement: placementAt('t', 1) },
    { clientId: 'arrived', checkInTime: 7, placement: placementAt('t', 2) },
    { clientId: 'waiting' },
  ],
});
const placeOf = (clientId: string) =>
  dinner.clients.find((entry) => entry.clientId === clientId)?.placement ?? null;

function looks(carry: SeatingDesk['carry'], proposal: Parameters<typeof useSeatLooks>[1] = null) {
  const desk = {
    ...{ session: dinner, seating: seatingOf(dinner), carry, placeOf },
    names: { initials: (clientId: string) => clientId.charAt(0) },
  };
  const { result } = renderHook(() => useSeatLooks(desk as unknown as SeatingDesk, proposal));
  return Array.from({ length: 4 }, (_, seat) => result.current.seatLook('t', seat));
}

describe('how a seat is shown [PLAN-24]', () => {
  it('unoccupied, occupied, checked in', () => {
    expect(looks(null)).toEqual(['unoccupied', 'occupied', 'checkedIn', 'unoccupied']);
  });
  it('source: where somebody moves from, comes from in a swap, or would be put by a proposal', () => {
    const moving = { kind: 'place', clientId: 'arrived', party: ['arrived', 'waiting'] } as const;
    expect(looks(moving)).toEqual(['unoccupied', 'occupied', 'source', 'unoccupied']);
    const swapping = { kind: 'swap', clientId: 'expected' } as const;
    expect(looks(swapping)).toEqual(['unoccupied', 'source', 'checkedIn', 'unoccupied']);
    const moves = [{ clientId: 'waiting', from: null, to: placementAt('t', 3) }];
    expect(looks(null, { moves } as never)).toEqual(['unoccupied', 'occupied', 'checkedIn', 'source']);
  });
});
