import { describe, expect, it } from 'vitest';
import { newDocument } from '../documents/new.ts';
import type { Consumer } from '../documents/consumer.ts';
import { audienceOf } from './audience.ts';
import { stockOf } from './stock.ts';
import { mayRetry, outcomesOf } from './outcome.ts';

const attempt = (more: object) => ({
  ...{ ok: false, error: null, errorCode: null, date: 1, message: null, url: null },
  ...more,
});
const consumer = (id: string, ...attempts: object[]): [string, Consumer] => [
  id,
  newDocument('consumer', {
    _id: id,
    status: 'registered',
    person: { email: `${id}@example.org` },
    notifs: attempts.length === 0 ? {} : { notif_1: attempts.map(attempt) },
  } as Parameters<typeof newDocument<'consumer'>>[1]),
];

describe('what became of a notification', () => {
  it('is told by the last attempt, and whoever is due and had none waits [NOTIF-20]', () => {
    const consumers = new Map([
      consumer('a', { error: 'misconfigured' }, { ok: true }),
      consumer('b', { error: 'uncertain' }),
      consumer('c', { error: 'missing_email' }),
      consumer('d', { error: 'refused', errorCode: '21211' }),
      consumer('e', { error: 'refused', errorCode: 550 }),
      consumer('f'),
      consumer('g', { error: null }),
      consumer('h', { error: 'nothing_open' }),
    ]);
    const notif = newDocument('notif', { _id: 'notif_1', notifType: 'automatic', notifMethod: 'email' });
    const stock = stockOf({ services: null, invitations: null, invoices: null, whatsappTemplates: [] });
    const past = {
      attempts: (id: string) => consumers.get(id)?.notifs['notif_1']?.length ?? 0,
      wanted: new Map<string, number>(),
    };
    const source = { consumers, clients: new Map(), emptied: new Set<string>(), sessions: [], stock };
    const { due } = audienceOf(notif, source, past, 1);
    const told = outcomesOf('notif_1', consumers, due);
    expect(told.map(({ consumerId, state, attempts }) => [consumerId, state, attempts])).toEqual([
      ['a', 'sent', 2],
      ['b', 'uncertain', 1],
      ['c', 'withheld', 1],
      ['d', 'failed', 1],
      ['e', 'failed', 1],
      ['f', 'waiting', 0],
      ['g', 'withheld', 1],
      ['h', 'withheld', 1],
    ]);
    // Nobody is asked for together with others who may have it already, wants none, or is reminded of nothing.
    expect(told.filter(mayRetry).map(({ consumerId }) => consumerId)).toEqual(['c', 'd', 'e']);
    expect(outcomesOf('notif_2', consumers, [])).toEqual([]);
  });

  it('templates that a device does not hold are not said to be missing', () => {
    const consumers = new Map([consumer('a')]);
    const notif = newDocument('notif', {
      ...{ _id: 'notif_1', notifType: 'automatic', notifMethod: 'email' },
      contents: { attachInvitation: true, attachInvoice: true },
    });
    const holds = (invitations: [] | null, invoices: [] | null) => {
      const stock = stockOf({ services: null, invitations, invoices, whatsappTemplates: [] });
      const source = { consumers, clients: new Map(), emptied: new Set<string>(), sessions: [], stock };
      return audienceOf(notif, source, { attempts: () => 0, wanted: new Map() }, 1).due[0]?.hold;
    };
    expect(holds(null, null)).toBeNull();
    expect(holds([], null)).toBe('missing_template');
    expect(holds(null, [])).toBe('missing_template');
  });
});
