import { describe, expect, it } from 'vitest';
import { sessionEntry } from '../documents/session.ts';
import { doorFigures } from './doorFigures.ts';

const entry = (clientId: string, checkInTime: number | null) => sessionEntry.parse({ clientId, checkInTime });
const at = (name: string, time: number) => ({
  time,
  device: { id: name, name: `Door ${name}` },
});

describe('the figures of a door', () => {
  it('count a guest where the check-in that holds was made, and apart where none was', () => {
    const held = new Map([
      ['client_a', at('north', 10)],
      ['client_b', at('north', 5)],
    ]);
    const figures = doorFigures(
      // b was let in anew with an edit of the entry, d when the client was made.
      [entry('client_a', 10), entry('client_b', 20), entry('client_c', null), entry('client_d', 3)],
      (clientId) => held.get(clientId) ?? null,
    );
    expect(figures.doors).toEqual([
      { deviceId: null, name: '', arrived: 2 },
      { deviceId: 'north', name: 'Door north', arrived: 1 },
    ]);
    expect(figures).toMatchObject({ expected: 4, arrived: 3 });
  });
  it('are empty for an empty session', () => {
    expect(doorFigures([], () => null)).toEqual({ expected: 0, arrived: 0, options: [], doors: [] });
  });
});
