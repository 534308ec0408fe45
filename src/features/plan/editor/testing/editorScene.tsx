import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import { vi } from 'vitest';
import type { AnyDoc } from '#data/deps.ts';
import type { LocalDatabase } from '#data/local/database.ts';
import { createRepository } from '#data/repository/index.ts';
import type { EventRepository } from '#data/types.ts';
import { createClock } from '#domain/devices/clock.ts';
import type { Plan, Session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { GALA, sessionDoc, showScreen } from '#hooks/testing/screen.tsx';
import { notify } from '#ui/components/notify.tsx';
import { PlanEditorPage } from '../PlanEditorPage.tsx';

PouchDB.plugin(memory);
// Asking jsdom for each button whether it can be seen takes most of the time of a test, and says nothing here.
configure({ defaultHidden: true });
// Each key press draws the whole editor again, which a busy machine does slowly.
vi.setConfig({ testTimeout: 60_000 });

/*
 * The plan editor on the real repository with a database in memory; only the drawing is a stand-in (jsdom has none, and
 * the end-to-end tests work on the drawn plan).
 */

let scenes = 0;

const table = (number: number, x: number, seats = 5) => ({
  ...{ type: 'circle' as const, number, seats, position: { x, y: 50 }, rotation: 0, scale: 1 },
});
/** Tables 1, 2 and 3 with five seats each. */
export const PLAN: Plan = {
  ratio: 1.6,
  state: { nextTableIndex: 3, tables: { 0: table(1, 40), 1: table(2, 80), 2: table(3, 120) } },
};
const person = (id: string, forename: string, surname: string) => ({
  ...{ _id: `client_${id}`, type: 'client', forename, surname, number: id, metadata: {} },
});
const seated = (id: string, tableId: string, seatIndex: number) => ({
  ...{ clientId: `client_${id}`, checkInTime: null, updatedTime: 1 },
  placement: placementAt(tableId, seatIndex),
});

interface EditorOptions {
  session?: Partial<Session> & Record<string, unknown>;
  language?: 'en' | 'fr';
  /** A phone, where the tools are in sheets. */
  narrow?: boolean;
}

/** Ada sits on the last seat of table 1, Léo on the first one of table 2. */
export async function openEditor({ session = {}, language = 'en', narrow = false }: EditorOptions = {}) {
  notify.clear();
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const query = new EventTarget() as MediaQueryList;
    return Object.assign(query, { matches: !narrow && media.includes('min-width'), media });
  });
  const pouch = new PouchDB<AnyDoc>(`plan-editor-${process.pid}-${++scenes}`, { adapter: 'memory' });
  const documents = [
    {
      ...sessionDoc('dinner', 'Dinner'),
      clients: [seated('ada', '0', 4), seated('leo', '1', 0)],
      plan: PLAN,
      ...session,
    },
    person('ada', 'Ada', 'Lovelace'),
    person('leo', 'Léo', 'Müller'),
  ];
  await pouch.bulkDocs(
    [GALA, ...documents].map(({ _rev, ...doc }: object & { _rev?: string }) => doc) as unknown as AnyDoc[],
  );
  const { rows } = await pouch.allDocs({ include_docs: true });
  const stored = rows.flatMap((row) => ('doc' in row && row.doc ? [row.doc] : []));

  // The screen asks its repository when it is used: the store that the real one works with comes with the screen.
  const repository: Partial<EventRepository> = {};
  const view = await showScreen({
    screen: <PlanEditorPage />,
    path: '/event/:eventId/session/:sessionId/plan/edit',
    at: '/event/gala/session/dinner/plan/edit',
    user: { role: 'member' },
    ...{ language, documents: stored, repository },
  });
  const db = { use: (work: (one: typeof pouch) => unknown) => work(pouch) } as unknown as LocalDatabase;
  const real = createRepository({
    ...{ db, store: view.store, clock: createClock({ wall: () => Date.now() }) },
    ...{
      device: { id: 'device', name: 'Test' },
      newId: () => 'id',
      user: () => ({ _id: 'me', username: 'me', role: 'member' }),
    },
  } as unknown as Parameters<typeof createRepository>[0]);
  const savePlan = vi.fn<EventRepository['savePlan']>(real.savePlan);
  Object.assign(repository, real, { savePlan });
  await screen.findByRole('heading', { level: 1 });
  return {
    ...{ ...view, savePlan, real },
    /** Another version of the session: in the database, and unless `unheard` on the screen. */
    bring: async (session: Session, { unheard = false } = {}): Promise<void> => {
      const { _rev } = await pouch.get('session_dinner');
      const { rev } = await pouch.put({ ...session, _rev } as unknown as AnyDoc);
      if (!unheard) act(() => view.store.apply([{ ...session, _rev: rev }] as never));
    },
    /** The session as the database has it. */
    stored: async () => (await pouch.get('session_dinner')) as unknown as Session,
    shown: (): Session => view.store.session('session_dinner') as Session,
  };
}

/** A table in the list beside the plan. */
export const tableButton = (label: string | number): HTMLElement =>
  screen.getByRole('button', { name: new RegExp(`^Table ${label}(?!\\d)`) });
export const pick = (label: string | number, shiftKey = false): void =>
  void fireEvent.click(tableButton(label), { shiftKey });
export const canvas = (): HTMLElement =>
  screen.getByRole('region', { name: /^(Seating plan|Plan de salle)$/ });
export const tap = (name: string | RegExp): void =>
  void fireEvent.click(screen.getByRole('button', { name }));
export const field = (name: string | RegExp): HTMLInputElement =>
  screen.getByLabelText(name, { selector: 'input, textarea' });
export const type = (name: string | RegExp, value: string): void =>
  void fireEvent.change(field(name), { target: { value } });
/** What a screen reader says of the field's value; empty when it is right. */
export function errorAt(input: HTMLElement): string {
  const id = input.getAttribute('aria-describedby') ?? '';
  const texts = id.split(' ').map((part) => document.getElementById(part));
  return texts.find((text) => text?.id.endsWith('-error'))?.textContent ?? '';
}
/** The line under the title. */
export const state = (): string => screen.getAllByRole('status')[0]?.textContent ?? '';
/** Until all that is shown is in the database. */
export const saved = (): Promise<void> =>
  waitFor(() => {
    if (!/^(No changes|Aucune modification)$/.test(state())) throw new Error(state());
  });
