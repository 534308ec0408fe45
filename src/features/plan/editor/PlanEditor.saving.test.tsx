import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { err } from '#domain/result.ts';
import type { Session } from '#domain/documents/session.ts';
import { setPlan } from '#domain/sessions/sessionEdits.ts';
import {
  canvas,
  field,
  openEditor,
  pick,
  PLAN,
  saved,
  state,
  tableButton,
  tap,
  type,
} from './testing/editorScene.tsx';

vi.mock('react-konva', () => {
  const nothing = () => null;
  return {
    ...{ Stage: nothing, Layer: nothing, Shape: nothing, Rect: nothing, Circle: nothing },
    ...{ Line: nothing, Image: nothing },
  };
});
beforeEach(() => {
  localStorage.clear();
  return () => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

const link = () => fireEvent.click(screen.getByRole('link', { name: /Show plan|Afficher le plan/ }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
/** The plan with names for some of its tables. */
const named = (names: Readonly<Record<string, string>>): typeof PLAN => ({
  ...PLAN,
  state: {
    ...PLAN.state,
    tables: Object.fromEntries(
      Object.entries(PLAN.state.tables).map(([id, table]) => [
        id,
        names[id] === undefined ? table : { ...table, name: names[id] },
      ]),
    ),
  },
});
type Shown = Awaited<ReturnType<typeof openEditor>>;
/** The session `dinner` with a name for a table, as another device saved it. */
function savedElsewhere(view: Shown, name: string, id: '0' | '2' = '0'): Session {
  const stamp = { author: { id: 'other', name: 'other' }, time: Date.now() + 10 };
  return setPlan(view.shown(), named({ [id]: name }), stamp);
}
const elsewhere = (view: Shown, name: string, id?: '0' | '2'): Promise<void> =>
  view.bring(savedElsewhere(view, name, id));
const storedNames = async (view: Shown): Promise<string[]> =>
  Object.values((await view.stored()).plan?.state.tables ?? {}).map(({ name }) => name ?? '');

describe('saving', () => {
  it('says that it is unsaved, saves what is shown and says so [PLAN-26]', async () => {
    const view = await openEditor();
    expect(state()).toBe('No changes');
    expect(screen.getByRole('button', { name: 'Save plan' })).toHaveProperty('disabled', true);
    pick(3);
    type('Name', 'Head table');
    expect(state()).toBe('Not saved yet');
    tap('Save plan');
    expect(await screen.findByText('The seating plan was saved.')).toBeTruthy();
    expect(state()).toBe('No changes');
    expect((await view.stored()).plan?.state.tables['2']).toMatchObject({ name: 'Head table', number: 3 });
  });

  it('a save by its button, which is none any more then, leaves the keys to the plan', async () => {
    const { stored } = await openEditor();
    pick(3);
    type('Name', 'Stage');
    screen.getByRole('button', { name: 'Save plan' }).focus();
    tap('Save plan');
    await saved();
    await waitFor(() => expect(document.activeElement).toBe(canvas()));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'z', ctrlKey: true });
    expect(state()).toBe('Not saved yet');
    tap('Save plan');
    await waitFor(async () => expect((await stored()).plan?.state.tables['2']?.name).not.toBe('Stage'));
  });

  it('Ctrl+S saves, from a field and from the plan alike', async () => {
    const { savePlan } = await openEditor();
    pick(3);
    type('Name', 'Stage');
    fireEvent.keyDown(field('Name'), { key: 's', ctrlKey: true });
    await saved();
    fireEvent.keyDown(canvas(), { key: 's', metaKey: true });
    pick(3);
    type('Name', 'Bar');
    fireEvent.keyDown(canvas(), { key: 's', metaKey: true });
    await saved();
    // Nothing is written where nothing changed.
    expect(savePlan).toHaveBeenCalledTimes(2);
  });

  it('the first plan of a session can be saved as it is [PLAN-10]', async () => {
    const view = await openEditor({ session: { plan: null, clients: [] } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('New seating plan');
    tap('Save plan');
    await saved();
    const tables = Object.values((await view.stored()).plan?.state.tables ?? {});
    expect(tables.map(({ position }) => position.x)).toEqual([53.33, 106.67]);
    expect(tables).toMatchObject([
      { type: 'circle', seats: 5 },
      { type: 'circle', seats: 5 },
    ]);
  });

  it('a plan that cannot be written stays unsaved, and the reason is said', async () => {
    const view = await openEditor();
    view.savePlan.mockResolvedValueOnce(err({ code: 'storage_full' }));
    pick(3);
    type('Name', 'Stage');
    tap('Save plan');
    expect(await screen.findByText(/storage of this device is full/)).toBeTruthy();
    expect(state()).toBe('Not saved yet');
    tap('Save plan');
    await saved();
    expect(state()).toBe('No changes');
  });

  it('two tables of one number are not saved, and it is said why', async () => {
    const { savePlan } = await openEditor();
    pick(3);
    type('Number', '2');
    expect(screen.getByText(/More than one table has the number \d/)).toBeTruthy();
    tap('Save plan');
    await act(async () => undefined);
    expect(savePlan).not.toHaveBeenCalled();
    expect(state()).toBe('Not saved yet');
  });

  it.each([
    [
      'en',
      '2 people lose their seats',
      'Cancel',
      'Save anyway',
      /2 people have no seat any more: Ada Lovelace and Léo Müller/,
    ],
    [
      'fr',
      '2 personnes perdent leur place',
      'Annuler',
      'Enregistrer quand même',
      /2 personnes n’ont plus de place : Ada Lovelace et Léo Müller/,
    ],
  ] as const)(
    'who would lose a place is named before saving, and after it (%s) [PLAN-21, PLAN-22]',
    async (language, title, cancel, anyway, after) => {
      const view = await openEditor({ language });
      pick(2);
      fireEvent.keyDown(tableButton(2), { key: 'Delete' });
      pick(1);
      type(/^(Seats|Places)$/, '4');
      tap(/^(Save plan|Enregistrer le plan)$/);
      const asking = await dialog(title);
      expect(asking.getByText(/Ada Lovelace (and|et) Léo Müller/)).toBeTruthy();
      fireEvent.click(asking.getByRole('button', { name: cancel }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(view.savePlan).not.toHaveBeenCalled();
      tap(/^(Save plan|Enregistrer le plan)$/);
      fireEvent.click((await dialog(title)).getByRole('button', { name: anyway }));
      expect(await screen.findByText(after)).toBeTruthy();
      const stored = await view.stored();
      expect(stored.clients.map(({ placement }) => placement?.tableId ?? null)).toEqual([null, null]);
    },
  );

  it('so is a cancelled guest, who is not seen on the plan and would have the place back', async () => {
    const view = await openEditor();
    const leo = view.store.client('client_leo');
    await act(async () => view.store.apply([{ ...leo, canceled: true, _rev: '9-x' }] as never));
    pick(2);
    fireEvent.keyDown(tableButton(2), { key: 'Delete' });
    tap('Save plan');
    const asking = await dialog('1 person loses the seat');
    expect(asking.getByText(/Léo Müller \(cancelled\)/)).toBeTruthy();
    fireEvent.click(asking.getByRole('button', { name: 'Save anyway' }));
    expect(await screen.findByText(/no seat any more: Léo Müller \(cancelled\)/)).toBeTruthy();
  });
});

describe('saving by itself [PLAN-28]', () => {
  const autoSave = { session: { autoSave: true, autoSaveDelay: 30 } };
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));

  it('commits what changed every so many seconds, and nothing else', async () => {
    const view = await openEditor(autoSave);
    await pass(60_000);
    expect(view.savePlan).not.toHaveBeenCalled();
    pick(3);
    type('Name', 'Stage');
    await pass(29_000);
    expect(view.savePlan).not.toHaveBeenCalled();
    await pass(1000);
    await saved();
    expect((await view.stored()).plan?.state.tables['2']?.name).toBe('Stage');
    await pass(90_000);
    expect(view.savePlan).toHaveBeenCalledTimes(1);
  });

  it('is off unless it is asked for', async () => {
    const view = await openEditor();
    pick(3);
    type('Name', 'Stage');
    await pass(600_000);
    expect(view.savePlan).not.toHaveBeenCalled();
  });

  it('saves on leaving, without a question', async () => {
    const view = await openEditor(autoSave);
    pick(3);
    type('Name', 'Stage');
    link();
    await waitFor(() => expect(view.path()).toBe('/event/gala/session/dinner/plan'));
    expect((await view.stored()).plan?.state.tables['2']?.name).toBe('Stage');
  });

  it('says who lost their place by it [PLAN-21]', async () => {
    const view = await openEditor(autoSave);
    pick(2);
    fireEvent.keyDown(tableButton(2), { key: 'Delete' });
    await pass(30_000);
    expect(await screen.findByText('1 person has no seat any more: Léo Müller')).toBeTruthy();
    pick(1);
    type('Seats', '4');
    link();
    await waitFor(() => expect(view.path()).toBe('/event/gala/session/dinner/plan'));
    expect(await screen.findByText('1 person has no seat any more: Ada Lovelace')).toBeTruthy();
  });

  it('asks all the same when leaving cannot save', async () => {
    const view = await openEditor(autoSave);
    pick(3);
    type('Number', '2');
    link();
    const asking = await dialog('Leave without saving?');
    expect(asking.getByText(/More than one table has the number \d/)).toBeTruthy();
    expect(view.path()).toContain('/plan/edit');
    expect(view.savePlan).not.toHaveBeenCalled();
  });
});

describe('leaving', () => {
  it('asks; staying keeps everything', async () => {
    const view = await openEditor();
    pick(3);
    type('Name', 'Stage');
    link();
    fireEvent.click((await dialog('Leave without saving?')).getByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(view.path()).toContain('/plan/edit');
    expect(field('Name').value).toBe('Stage');
  });

  it('leaving without saving forgets, the draft too', async () => {
    const view = await openEditor();
    pick(3);
    type('Name', 'Stage');
    link();
    fireEvent.click(
      (await dialog('Leave without saving?')).getByRole('button', { name: 'Leave without saving' }),
    );
    await waitFor(() => expect(view.path()).toBe('/event/gala/session/dinner/plan'));
    expect(view.savePlan).not.toHaveBeenCalled();
    view.unmount();
    expect(localStorage.length).toBe(0);
  });

  it('saves and goes; who loses a place by it is named first', async () => {
    const view = await openEditor();
    pick(2);
    fireEvent.keyDown(tableButton(2), { key: 'Delete' });
    link();
    const asking = await dialog('Leave without saving?');
    expect(asking.getByText('If you save, 1 person loses the seat: Léo Müller')).toBeTruthy();
    fireEvent.click(asking.getByRole('button', { name: 'Save anyway' }));
    await waitFor(() => expect(view.path()).toBe('/event/gala/session/dinner/plan'));
    expect((await view.stored()).clients[1]?.placement ?? null).toBeNull();
  });

  it('nothing is asked when nothing changed, or after undo', async () => {
    const view = await openEditor();
    pick(3);
    type('Name', 'Stage');
    tap('Undo');
    expect(state()).toBe('No changes');
    link();
    await waitFor(() => expect(view.path()).toBe('/event/gala/session/dinner/plan'));
  });

  it('nothing is asked about the plan that a session without one begins with, until somebody works on it', async () => {
    const view = await openEditor({ session: { plan: null, clients: [] } });
    pick(1);
    type('Name', 'Stage');
    link();
    fireEvent.click((await dialog('Leave without saving?')).getByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    tap('Undo');
    link();
    await waitFor(() => expect(view.path()).toBe('/event/gala/session/dinner/plan'));
    expect(view.savePlan).not.toHaveBeenCalled();
  });

  it('asks where undo leads back behind what was saved', async () => {
    await openEditor();
    pick(3);
    type('Name', 'Stage');
    tap('Save plan');
    await waitFor(() => expect(state()).toBe('No changes'));
    tap('Undo');
    expect(state()).toBe('Not saved yet');
    link();
    expect(await dialog('Leave without saving?')).toBeTruthy();
  });

  it('the browser asks before the window is closed on unsaved work, and only then', async () => {
    await openEditor();
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(close()).toBe(false);
    pick(3);
    type('Name', 'Stage');
    expect(close()).toBe(true);
    tap('Save plan');
    await saved();
    expect(close()).toBe(false);
  });
});

describe('the draft', () => {
  it('is there again after a reload, and can be discarded', async () => {
    const first = await openEditor();
    pick(3);
    type('Name', 'Stage');
    first.unmount();
    await openEditor();
    expect(screen.getByText('Your unsaved plan was restored.')).toBeTruthy();
    pick(3);
    expect(field('Name').value).toBe('Stage');
    tap('Discard it');
    expect(screen.queryByText('Your unsaved plan was restored.')).toBeNull();
    expect(state()).toBe('No changes');
    pick(3);
    expect(field('Name').value).toBe('');
  });

  it('of what was done after a save is begun from what was saved', async () => {
    const first = await openEditor();
    pick(1);
    type('Name', 'Stage');
    tap('Save plan');
    await saved();
    pick(2);
    type('Name', 'Bar');
    first.unmount();
    await openEditor({ session: { plan: named({ 0: 'Theirs' }) } });
    tap('Take up my changes');
    // Table 1 was saved, and then changed by somebody else alone.
    expect(screen.queryByText(/changed table/)).toBeNull();
    pick(1);
    expect(field('Name').value).toBe('Theirs');
    pick(2);
    expect(field('Name').value).toBe('Bar');
  });

  it('is gone once it was saved', async () => {
    const first = await openEditor();
    pick(3);
    type('Name', 'Stage');
    tap('Save plan');
    await saved();
    first.unmount();
    expect(localStorage.length).toBe(0);
  });
});

describe('a draft that was begun before somebody else saved the plan', () => {
  const THEIRS = { 0: 'Theirs' };
  /** Back in the editor, whose plan is newer than the draft. */
  async function comeBack(theirs: Readonly<Record<string, string>> = THEIRS) {
    const first = await openEditor();
    pick(3);
    type('Name', 'Stage');
    first.unmount();
    return openEditor({ session: { plan: named(theirs) } });
  }

  it('is told, and offered: taken up it can be undone', async () => {
    const view = await comeBack();
    expect(screen.getByText(/unsaved plan of an earlier visit is still here/)).toBeTruthy();
    expect(state()).toBe('No changes');
    tap('Take up my changes');
    expect(screen.queryByText(/unsaved plan of an earlier visit/)).toBeNull();
    expect(state()).toBe('Not saved yet');
    pick(3);
    expect(field('Name').value).toBe('Stage');
    tap('Undo');
    expect(field('Name').value).toBe('');
    tap('Redo');
    tap('Save plan');
    await saved();
    expect((await view.stored()).plan?.state.tables['2']?.name).toBe('Stage');
  });

  it('what was saved since stays below it, and of a table that both have changed it is said', async () => {
    const view = await comeBack({ 0: 'Theirs', 2: 'Their stage' });
    tap('Take up my changes');
    expect(screen.getByText(/changed table 3 too/)).toBeTruthy();
    tap('Save plan');
    await saved();
    expect(await storedNames(view)).toEqual(['Theirs', '', 'Stage']);
    expect(screen.queryByText(/saving replaces theirs/)).toBeNull();
  });

  it('is still there after another reload, and gone once it was dropped', async () => {
    const second = await comeBack();
    second.unmount();
    const third = await openEditor({ session: { plan: named(THEIRS) } });
    tap('Discard it');
    expect(screen.queryByText(/unsaved plan of an earlier visit/)).toBeNull();
    third.unmount();
    expect(localStorage.length).toBe(0);
  });
});

describe('somebody else saves the plan meanwhile', () => {
  it('a table that both have changed is not replaced by saving by itself: leaving asks', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const view = await openEditor({ session: { autoSave: true, autoSaveDelay: 30 } });
    pick(3);
    type('Name', 'Stage');
    await elsewhere(view, 'Theirs', '2');
    await screen.findByText(/changed table 3 too/);
    await act(async () => void vi.advanceTimersByTime(90_000));
    expect(view.savePlan).not.toHaveBeenCalled();
    link();
    const asking = await dialog('Leave without saving?');
    expect(asking.getByText(/saving replaces theirs/)).toBeTruthy();
    fireEvent.click(asking.getByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    tap('Save plan');
    await waitFor(() => expect(view.savePlan).toHaveBeenCalledTimes(1));
  });

  it('both keep what they did: theirs comes below one’s own, and saving loses neither', async () => {
    const view = await openEditor();
    pick(3);
    type('Name', 'Stage');
    await elsewhere(view, 'Theirs');
    expect(await screen.findByText(/You see their changes, and yours/)).toBeTruthy();
    expect(state()).toBe('Not saved yet');
    tap('Save plan');
    await saved();
    expect(await storedNames(view)).toEqual(['Theirs', '', 'Stage']);
    // Undo takes back one's own step alone.
    tap('Undo');
    expect(field('Name').value).toBe('');
    pick(1);
    expect(field('Name').value).toBe('Theirs');
  });

  it('so they do where theirs was saved before one’s own, whose time the plan keeps', async () => {
    const view = await openEditor();
    pick(3);
    type('Name', 'Stage');
    tap('Save plan');
    await saved();
    const own = await view.stored();
    const plan = named({ 0: 'Theirs', 2: 'Stage' });
    await view.bring({ ...own, plan });
    expect(await screen.findByText(/You see their version/)).toBeTruthy();
    pick(2);
    type('Name', 'Bar');
    tap('Save plan');
    await saved();
    expect(await storedNames(view)).toEqual(['Theirs', 'Bar', 'Stage']);
  });

  it('theirs that has not come to the screen yet is not replaced: one hears of it, and saves again', async () => {
    const view = await openEditor();
    pick(3);
    type('Name', 'Stage');
    const theirs = savedElsewhere(view, 'Theirs');
    await view.bring(theirs, { unheard: true });
    tap('Save plan');
    expect(await screen.findByText(/saved this plan at the same moment/)).toBeTruthy();
    expect(await storedNames(view)).toEqual(['Theirs', '', '']);
    expect(state()).toBe('Not saved yet');
    await view.bring(theirs);
    await screen.findByText(/You see their changes, and yours/);
    tap('Save plan');
    await saved();
    expect(await storedNames(view)).toEqual(['Theirs', '', 'Stage']);
  });

  it('of a table that both have changed one’s own is seen, and theirs can be taken', async () => {
    const view = await openEditor();
    pick(3);
    type('Name', 'Stage');
    await elsewhere(view, 'Theirs', '2');
    expect(
      await screen.findByText(/changed table 3 too. You see yours; saving replaces theirs/),
    ).toBeTruthy();
    expect(field('Name').value).toBe('Stage');
    tap('Take theirs');
    expect(field('Name').value).toBe('Theirs');
    expect(screen.queryByText(/saving replaces theirs/)).toBeNull();
    expect(state()).toBe('No changes');
    // What is said follows what stands there.
    tap('Undo');
    expect(field('Name').value).toBe('Stage');
    expect(screen.getByText(/saving replaces theirs/)).toBeTruthy();
    tap('Undo');
    expect(field('Name').value).toBe('Theirs');
    expect(screen.queryByText(/saving replaces theirs/)).toBeNull();
    expect(state()).toBe('No changes');
  });

  it('is shown at once to who has changed nothing', async () => {
    const view = await openEditor();
    pick(1);
    await elsewhere(view, 'Theirs');
    expect(await screen.findByText(/You see their version/)).toBeTruthy();
    expect(field('Name').value).toBe('Theirs');
    expect(state()).toBe('No changes');
    expect(screen.queryByText(/saving replaces theirs/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('one’s own saving is not somebody else’s', async () => {
    await openEditor();
    pick(3);
    type('Name', 'Stage');
    tap('Save plan');
    await saved();
    expect(screen.queryByText(/Somebody else/)).toBeNull();
  });
});
