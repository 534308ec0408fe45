import { renderHook } from '@testing-library/react';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEventStore } from '#data/store/eventStore.ts';
import type { OpenEvent } from '#data/types.ts';
import { session as sessionSchema } from '#domain/documents/session.ts';
import { createI18n } from '#i18n/index.ts';
import { EventProvider } from './event.tsx';
import { useRoster } from './roster.ts';

let words: i18n;
beforeAll(async () => {
  words = await createI18n('en');
});

const client = (id: string, forename: string, surname: string, more: object = {}) => ({
  ...{ _id: `client_${id}`, _rev: '1-a', type: 'client', forename, surname },
  ...{ category: 'indiv', language: 'fr', metadata: {}, ...more },
});

function rosterOf(clients: ReturnType<typeof client>[]) {
  const store = createEventStore('gala', () => undefined);
  store.apply(clients);
  const session = sessionSchema.parse({
    ...{ _id: 'session_s', type: 'session', title: 'Dinner', date: 1 },
    clients: clients.map(({ _id }) => ({ clientId: _id })),
  });
  // The rest of an open event is not used, and would fail loudly.
  const event = { id: 'gala', store } as unknown as OpenEvent;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={words}>
      <EventProvider event={event}>{children}</EventProvider>
    </I18nextProvider>
  );
  const { result, rerender } = renderHook((now: typeof session) => useRoster(now), {
    wrapper,
    initialProps: session,
  });
  return {
    roster: () => result.current,
    /** The session comes anew, as after a check-in. */
    checkIn: (at: number) =>
      rerender({ ...session, clients: session.clients.map((entry) => ({ ...entry, checkInTime: at })) }),
    ids: (query: string, options?: { enough: number }) =>
      result.current.find(query, options).map(({ clientId }) => clientId.slice('client_'.length)),
  };
}

describe('the guests of a session', () => {
  it('are ranked as everywhere: number and surname, company, forename; equals by surname [SEARCH-07]', () => {
    const { ids } = rosterOf([
      client('forename', 'Martin', 'Aebi'),
      client('beginning', 'Zoé', 'Martinez'),
      client('b', 'Bea', 'Martin'),
      client('company', 'Ada', 'Zaugg', { company: 'Martin & Fils' }),
      client('a', 'Ada', 'Martin'),
    ]);
    expect(ids('')).toEqual(['forename', 'a', 'b', 'beginning', 'company']);
    expect(ids('martin')).toEqual(['a', 'b', 'company', 'forename', 'beginning']);
  });

  it('are found by three letters, without accents, and with an error; not so for the Enter key', () => {
    const { ids } = rosterOf([client('a', 'Élodie', 'Müller'), client('b', 'Ada', 'Rochat')]);
    expect(ids('elo')).toEqual(['a']);
    expect(ids('mul')).toEqual(['a']);
    expect(ids('rachat')).toEqual(['b']);
    expect(ids('rachat', { enough: 0 })).toEqual([]);
  });

  it('keep their order and their words when somebody checks in', () => {
    const { roster, checkIn } = rosterOf([client('a', 'Ada', 'Martin'), client('b', 'Bea', 'Rochat')]);
    const before = roster();
    checkIn(5);
    expect(roster().entryOf.get('client_a')?.checkInTime).toBe(5);
    // The list and what was prepared for searching it are the same objects: nothing was made again.
    expect(roster().guests).toBe(before.guests);
    expect(roster().find).toBe(before.find);
  });
});
