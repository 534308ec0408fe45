import { act as reactAct, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments, NOON } from '#app/testing/scene.ts';
import { newDocument } from '#domain/documents/new.ts';
import { ok } from '#domain/result.ts';
import { changeLanguage } from '#i18n/index.ts';
import type { Role } from '#domain/rights/roles.ts';
import { NOTHING_TO_UNDO } from '#domain/clients/undo.ts';
import type { BulkChange } from '#domain/commands/changeMany.ts';
import type { Undoable } from '#domain/work/undoable.ts';
import type { UndoOutcome } from '#domain/work/undoMany.ts';
import type { ChangeOptions } from '#domain/work/changeMany.ts';
import type { BulkOptions } from '#domain/work/work.ts';

const names = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm'];
const documents = [
  ...galaDocuments,
  ...names.map((surname) => ({
    _id: `client_${surname}`,
    _rev: '1-a',
    type: 'client',
    forename: 'T',
    surname,
    company: surname < 'C' ? 'Early' : 'Late',
    ...(surname > 'D' ? { consumerId: 'consumer_pair' } : {}),
  })),
  newDocument('consumer', { _id: 'consumer_pair', status: 'registered' }),
  {
    _id: 'session_wood',
    _rev: '1-a',
    type: 'session',
    ...{ title: 'Wood', titleFrench: 'Bois' },
    date: NOON,
    status: 'upcoming',
    clients: names.map((surname) => ({ clientId: `client_${surname}`, updatedTime: 1 })),
  },
];

async function page(
  role: Role = 'member',
  outcomes: (UndoOutcome | Promise<UndoOutcome>)[] = [],
  env: 'test' | 'default' = 'test',
  lets: Promise<unknown> = Promise.resolve(),
  kept: Undoable | null = null,
) {
  const data = fakeAppData({ role, events: [galaCentral], documents: { gala: documents } });
  const done: [readonly string[], BulkChange][] = [];
  const undone: unknown[] = [];
  const keptOnes: (Undoable | null)[] = [];
  const record = { ...NOTHING_TO_UNDO };
  const openEvent = data.openEvent.bind(data);
  data.openEvent = async (id) => {
    const opened = await openEvent(id);
    if (opened.ok) {
      Object.assign(opened.value.repository, {
        ...(kept === null ? {} : { keptUndo: () => Promise.resolve(kept) }),
        keepUndo: async (undo: Undoable | null) => void keptOnes.push(undo),
        async changeClients(ids: readonly string[], change: BulkChange, options?: ChangeOptions) {
          done.push([ids, change]);
          await options?.beforeWrite?.(record);
          await lets;
          return ok({ changed: ids.length, unchanged: 0, undo: record });
        },
        async undoMany(one: unknown, options?: BulkOptions) {
          undone.push(one);
          options?.onProgress?.(1, 4);
          const outcome = outcomes.shift();
          if (outcome !== undefined) return ok(await stoppable(outcome, options));
          return ok({ restored: 2, conflicts: [{ id: 'client_Elm', reason: 'changed_since' }] });
        },
      });
    }
    return opened;
  };
  const { router, i18n } = await renderApp(data, { path: '/event/gala/session/wood', env });
  await screen.findByText('Alder T');
  return { data, done, undone, keptOnes, record, router, i18n };
}
/** As it is, or stopped before. */
const stoppable = (
  outcome: UndoOutcome | Promise<UndoOutcome>,
  options?: BulkOptions,
): Promise<UndoOutcome> =>
  Promise.race([
    outcome,
    new Promise<UndoOutcome>((resolve) =>
      options?.signal?.addEventListener('abort', () =>
        resolve({ restored: 1, conflicts: [], stopped: true }),
      ),
    ),
  ]);
const box = (surname: string) => screen.getByLabelText<HTMLInputElement>(`Select T ${surname}`);
const selected = () => names.filter((surname) => box(surname).checked);
const all = () => screen.getByLabelText<HTMLInputElement>('Select all clients shown');
async function act(menu: string, item: string): Promise<void> {
  fireEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: menu }));
  const found = await screen.findAllByText(item, { selector: '[role=menuitem] *' });
  fireEvent.click(found.at(-1) as HTMLElement);
}

describe('work on many clients', () => {
  it('selects one by one, a range with shift, and all that are shown', async () => {
    await page();
    expect(screen.queryByRole('toolbar')).toBeNull();
    fireEvent.click(box('Birch'));
    fireEvent.click(box('Dogwood'), { shiftKey: true });
    expect(selected()).toEqual(['Birch', 'Cedar', 'Dogwood']);
    expect(screen.getByText('3 selected')).toBeTruthy();
    // A finger beside the box.
    fireEvent.click(box('Cedar').closest('label') as HTMLElement);
    expect(selected()).toEqual(['Birch', 'Dogwood']);
    expect(all().indeterminate).toBe(true);
    fireEvent.click(all());
    expect(selected()).toEqual(names);
    fireEvent.click(screen.getByRole('button', { name: 'Deselect all' }));
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('keeps the selection while filters change what is shown, and selects all of those only', async () => {
    const { done } = await page();
    fireEvent.click(box('Elm'));
    fireEvent.change(screen.getByLabelText('Search clients'), {
      target: { value: 'birch' },
    });
    await waitFor(() => expect(screen.queryByText('Elm T')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Select this one' }));
    expect(screen.getByText('2 selected')).toBeTruthy();
    expect(screen.getByText('1 of them not shown')).toBeTruthy();
    await act('Category', 'Sponsor');
    expect(done).toEqual([[['client_Birch', 'client_Elm'], { kind: 'category', value: 'sponsor' }]]);
  });

  it('sets status, language and sessions, and deletes; a status has the routine run, once for all [CONSUMER-08] [API-11]', async () => {
    const { done, data } = await page();
    const called = (name: string) => data.calls.filter((call) => call[0] === name);
    fireEvent.click(box('Alder'));
    fireEvent.click(box('Birch'));
    await act('Status', 'Ticket sent');
    await screen.findByText('Status of 2 clients: Ticket sent');
    await waitFor(() => expect(called('runRoutine')).toEqual([['runRoutine', 'gala']]));
    fireEvent.click(box('Birch'));
    await act('Language', 'English');
    await waitFor(() => expect(data.calls).toContainEqual(['syncNow', 'gala']));
    await screen.findByText('Language of 1 client: English');
    await act('Sessions', 'Wood');
    await screen.findByText('1 client removed from “Wood”');
    fireEvent.click(screen.getByRole('button', { name: 'Delete from event' }));
    await screen.findByText('1 client deleted');
    expect(done.map(([, change]) => change)).toEqual([
      { kind: 'status', value: 'ticket_sent' },
      { kind: 'language', value: 'en' },
      { kind: 'unregister', sessionIds: ['session_wood'] },
      { kind: 'delete' },
    ]);
    expect(called('runRoutine')).toHaveLength(1);
  });

  it('has the browser ask before the page is left, and a new version of the app wait, while some are changed and others not', async () => {
    let end = (): void => undefined;
    const last = new Promise<void>((resolve) => (end = resolve));
    const { keptOnes, router } = await page('member', [], 'test', last);
    const mayLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    fireEvent.click(box('Alder'));
    await act('Category', 'Sponsor');
    await waitFor(() => expect(mayLeave()).toBe(false));
    // It goes on while another page is shown.
    await reactAct(() => router.navigate('/user'));
    await waitFor(() => expect(screen.queryByText('Alder T')).toBeNull());
    expect(mayLeave()).toBe(false);
    // Whoever comes back after the tab ended finds it.
    expect(keptOnes).toMatchObject([{ isBrokenOff: true, act: { count: 1 } }]);
    end();
    await waitFor(() => expect(mayLeave()).toBe(true));
    expect(keptOnes).toHaveLength(2);
    expect(keptOnes[1]?.isBrokenOff).toBeUndefined();
  });

  it('what was broken off on the way is said to whoever comes back, and can be taken back', async () => {
    const act = { kind: 'change', change: { kind: 'delete' }, count: 3, others: 0 } as const;
    const kept = { record: { ...NOTHING_TO_UNDO, acts: ['x'] }, label: '', act, isBrokenOff: true };
    const { undone } = await page('member', [], 'test', Promise.resolve(), kept);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    const told = screen.getByText('Broken off on the way: 3 clients deleted');
    // With no sign that it was done.
    expect(told.parentElement?.querySelector('.tabler-icon-check')).toBeNull();
    await waitFor(() => expect(undone).toEqual([kept.record]));
  });

  it('tells two sessions of one title apart by their days', async () => {
    const { done, data } = await page();
    const wood = documents.find(({ _id }) => _id === 'session_wood');
    const date = new Date(2031, 4, 2, 12).getTime();
    data.store('gala').apply([{ ...wood, _id: 'session_next', date, clients: [] } as never]);
    fireEvent.click(box('Alder'));
    fireEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Sessions' }));
    const items = await screen.findAllByRole('menuitem', { name: /^Wood/, hidden: true });
    const [next, here] = items.map(({ textContent }) => textContent);
    expect(items.map(({ textContent }) => textContent)).toEqual([next, here, next]);
    expect([next, here?.startsWith('Wood · '), here === next]).toEqual(['Wood · May 2, 2031', true, false]);
    fireEvent.click(items[0] as HTMLElement);
    await screen.findByText('1 client registered for “Wood · May 2, 2031”');
    expect(done.map(([, change]) => change)).toEqual([{ kind: 'register', sessionIds: ['session_next'] }]);
  });

  it('a cancellation that others of a party would share is asked about; another status says whom else it is of', async () => {
    const { done } = await page();
    fireEvent.click(box('Dogwood'));
    await act('Status', 'Ticket sent');
    await screen.findByText(
      'Status of 1 client: Ticket sent. With it, another guest of the same registration',
    );
    await act('Status', 'Cancelled');
    await screen.findByText(/registered together.*any more: T Elm\./);
    fireEvent.click(screen.getByRole('button', { name: 'Leave it as it is' }));
    await waitFor(() => expect(screen.queryByText(/registered together/)).toBeNull());
    expect(done).toHaveLength(1);
    await act('Status', 'Cancelled');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel all 2' }));
    await waitFor(() => expect(done).toHaveLength(2));
    expect(done[1]).toEqual([['client_Dogwood'], { kind: 'status', value: 'canceled' }]);
    // With all of the party selected there is nobody to ask about.
    fireEvent.click(box('Elm'));
    await act('Status', 'Cancelled');
    await waitFor(() => expect(done).toHaveLength(3));
  });

  it('the question about others of a party keeps its words while it closes', async () => {
    await page('member', [], 'default');
    fireEvent.click(box('Dogwood'));
    await act('Status', 'Cancelled');
    const dialog = await screen.findByRole('dialog', { name: 'Cancel another guest, too?' });
    const words = dialog.textContent;
    fireEvent.click(await screen.findByRole('button', { name: 'Leave it as it is' }));
    expect(dialog.isConnected).toBe(true);
    expect(dialog.textContent).toBe(words);
    await waitFor(() => expect(dialog.isConnected).toBe(false));
  });

  it('its undo is said in the language that is chosen afterwards, half done, too', async () => {
    const never = new Promise<UndoOutcome>(() => undefined);
    const { i18n } = await page('member', [never]);
    fireEvent.click(box('Alder'));
    await act('Sessions', 'Wood');
    await screen.findByText('1 client removed from “Wood”');
    await reactAct(() => changeLanguage(i18n, 'fr'));
    expect(await screen.findByText('1 client retiré de « Bois »')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Arrêter' }));
    await screen.findByText('En partie annulé : 1 client retiré de « Bois »');
    await reactAct(() => changeLanguage(i18n, 'en'));
    expect(await screen.findByText('Partly undone: 1 client removed from “Wood”')).toBeTruthy();
  });

  it('is undone once, and says what stayed', async () => {
    const { undone, record } = await page();
    fireEvent.click(box('Alder'));
    await act('Language', 'English');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('1 was changed meanwhile and stays as it is: T Elm');
    expect(undone).toEqual([record]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('says in words of its own who stays as a message has reached them', async () => {
    const [alder, elm] = ['client_Alder', 'client_Elm'].map((id) => ({
      id,
      reason: 'message_sent' as const,
    }));
    await page('member', [Promise.resolve({ restored: 0, conflicts: [alder, elm] } as UndoOutcome)]);
    fireEvent.click(box('Alder'));
    await act('Language', 'English');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('2 have been sent a message already and stay: T Alder, T Elm');
    expect(screen.queryByText(/changed meanwhile/)).toBeNull();
  });

  it('its undo goes on while somebody is on another screen, which shows how far it is and begins no second one', async () => {
    let end = (_outcome: UndoOutcome): void => undefined;
    const lasting = new Promise<UndoOutcome>((resolve) => (end = resolve));
    const { undone, router } = await page('member', [lasting]);
    fireEvent.click(box('Elm'));
    await act('Category', 'Sponsor');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('progressbar');
    await reactAct(async () => router.navigate('/event/gala/clients'));
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    end({ restored: 1, conflicts: [] });
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(undone).toHaveLength(1);
  });

  it('its undo is stopped on the way; what is left of it can be undone later', async () => {
    const never = new Promise<UndoOutcome>(() => undefined);
    const { undone, record } = await page('member', [never, { restored: 1, conflicts: [] }]);
    fireEvent.click(box('Elm'));
    await act('Category', 'Sponsor');
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Stopped. What is undone stays undone; the rest can be undone later.');
    expect(screen.queryByRole('progressbar')).toBeNull();
    await screen.findByText('Partly undone: Category of 1 client: Sponsor');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    expect(undone).toEqual([record, record]);
  });

  it('of which a part is in an archived session says so, and can be undone once it is open', async () => {
    const left = { ...NOTHING_TO_UNDO, acts: ['entrychange_x'] };
    const archived = { reason: 'session_archived' as const, sessionId: 'session_wood' };
    const conflicts = ['Elm', 'Cedar'].map((surname) => ({ id: `client_${surname}`, ...archived }));
    const { undone, record } = await page('member', [{ restored: 1, conflicts, left }]);
    fireEvent.click(box('Alder'));
    await act('Language', 'English');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText(
      '2 not undone, because an archived session cannot be changed: T Elm, T Cedar (“Wood”). Set its status back, then undo.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([record, left]));
  });

  it('is not for hosts', async () => {
    await page('host');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
