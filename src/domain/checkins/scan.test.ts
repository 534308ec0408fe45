import { describe, expect, it } from 'vitest';
import { client, type Client } from '../documents/client.ts';
import { sessionEntry } from '../documents/session.ts';
import { indexNumbers, numberMeant, readCode as readCodeOf, type NumberIndex } from './scan.ts';

const guest = (id: string, number: string | null): [string, Client] => [
  id,
  client.parse({ _id: id, type: 'client', forename: 'Ada', surname: 'L', number }),
];
const entry = (clientId: string, checkInTime: number | null) =>
  [clientId, sessionEntry.parse({ clientId, checkInTime })] as const;
type Entries = Parameters<typeof readCodeOf>[3];
const nobody = indexNumbers(new Map());
const readCode = (code: string, numbers: NumberIndex, entries: Entries, deleted = nobody) =>
  readCodeOf(code, numbers, deleted, entries);
const unknown = { kind: 'unknown', deleted: null };
const numbers = indexNumbers(
  new Map([
    guest('client_a', ' 100 '),
    guest('client_b', '200'),
    guest('client_c', '300'),
    guest('client_d', '200'),
    guest('client_e', null),
    guest('client_f', ''),
  ]),
);

describe('what a code means', () => {
  it('finds the client of the number, spaces apart', () => {
    const entries = new Map([entry('client_a', null)]);
    expect(readCode('100\n', numbers, entries)).toEqual({ kind: 'expected', clientId: 'client_a' });
  });
  it('[SCAN-07] knows who is in, and since when', () => {
    const entries = new Map([entry('client_a', 7)]);
    expect(readCode('100', numbers, entries)).toEqual({ kind: 'already', clientId: 'client_a', since: 7 });
  });
  it('[SCAN-08] tells an unknown code from a guest of another session', () => {
    expect(readCode('999', numbers, new Map())).toEqual(unknown);
    expect(readCode('', numbers, new Map())).toEqual(unknown);
    expect(readCode('300', numbers, new Map())).toEqual({ kind: 'elsewhere', clientId: 'client_c' });
  });
  it('knows whose code it was who is deleted, where nobody has it by now', () => {
    const gone = indexNumbers(
      new Map([
        guest('client_x', '999-1'),
        guest('client_y', '100'),
        guest('client_v', '7-7'),
        guest('client_w', '7-7'),
      ]),
    );
    const of = (code: string) => readCode(code, numbers, new Map(), gone);
    expect(of('999-1')).toEqual({ kind: 'unknown', deleted: 'client_x' });
    expect(of('100')).toEqual({ kind: 'elsewhere', clientId: 'client_a' });
    expect([of('7-7'), of('8')]).toEqual([unknown, unknown]);
  });
  it('typed by hand, a number is meant by its letters and digits, where it is the only one', () => {
    const cards = indexNumbers(
      new Map([
        guest('client_a', 'G0068-02'),
        guest('client_b', '1-11'),
        guest('client_c', '11-1'),
        guest('client_d', 'G9'),
        guest('client_e', 'G-9'),
      ]),
    );
    const meant = (code: string) => numberMeant(code, cards);
    expect(['g006802', 'G0068 02', 'g 006802'].map(meant)).toEqual(
      Array.from({ length: 3 }, () => 'G0068-02'),
    );
    // Neither of two, never another than the one that is there, and nothing of nothing.
    expect(['111', 'g9', 'G-9', 'G00682', '-', ''].map(meant)).toEqual([
      '111',
      'g9',
      'G-9',
      'G00682',
      '-',
      '',
    ]);
    expect(readCode('g006802', cards, new Map())).toEqual(unknown);
  });
  it('forgives capitals, spaces and hidden marks; where several numbers may be meant, it picks none', () => {
    const cards = indexNumbers(
      new Map([
        guest('client_a', 'G0068-02'),
        guest('client_b', 'Ab-1'),
        guest('client_c', 'aB-1'),
        guest('client_d', '12 34'),
        guest('client_e', '\u200b'),
      ]),
    );
    const entries = new Map(
      ['client_a', 'client_b', 'client_c', 'client_d'].map((id) => [id, entry(id, null)[1]]),
    );
    const who = (code: string) => {
      const reading = readCode(code, cards, entries);
      return reading.kind === 'several'
        ? reading.guests.map(({ clientId }) => clientId)
        : { clientId: undefined, ...reading }.clientId;
    };
    expect(['g0068-02', ' G0068 - 02', '\uFEFFG0068-02', 'G0068\u00a0-02'].map(who)).toEqual(
      Array.from({ length: 4 }, () => 'client_a'),
    );
    expect(who("G0068'02")).toBe('client_a');
    expect(who('12  34')).toBe('client_d');
    // Where the signs stand makes another number.
    expect([who('1234'), who('1 234'), who('G00680-2'), who('G006802')]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
    expect([who('Ab-1'), who('aB-1'), who('AB-1')]).toEqual([
      'client_b',
      'client_c',
      ['client_b', 'client_c'],
    ]);
    expect([who(' '), who('\u200d')]).toEqual([undefined, undefined]);
  });
  it('[VALID-68] picks nobody of two clients with one number, wherever they are registered', () => {
    const of = (...entries: ReturnType<typeof entry>[]) => readCode('200', numbers, new Map(entries));
    expect(of(entry('client_b', 5), entry('client_d', null))).toEqual({
      kind: 'several',
      guests: [
        { kind: 'already', clientId: 'client_b', since: 5 },
        { kind: 'expected', clientId: 'client_d' },
      ],
    });
    expect(of(entry('client_d', null))).toEqual({
      kind: 'several',
      guests: [
        { kind: 'elsewhere', clientId: 'client_b' },
        { kind: 'expected', clientId: 'client_d' },
      ],
    });
    expect(of()).toMatchObject({ kind: 'several' });
  });
  it('[VALID-68] a ticket printed with a number that was given up fits whoever has it now, too', () => {
    const [, settled] = guest('client_b', '200-5A');
    const clients = new Map([
      guest('client_a', '200'),
      ['client_b', { ...settled, formerNumbers: ['200'] }] as const,
    ]);
    const index = indexNumbers(clients);
    const both = { kind: 'several', guests: [{ clientId: 'client_a' }, { clientId: 'client_b' }] };
    expect(readCode('200', index, new Map())).toMatchObject(both);
    expect(readCode('200-5a', index, new Map())).toMatchObject({ kind: 'elsewhere', clientId: 'client_b' });
    clients.delete('client_a');
    expect(readCode('200', indexNumbers(clients), new Map())).toMatchObject({ clientId: 'client_b' });
  });
});
