import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments, NOON } from '#app/testing/scene.ts';
import type { Language } from '#domain/config.ts';
import type { PlannedClient } from '#domain/import/check.ts';
import { err, ok } from '#domain/result.ts';
import { NOTHING_TO_UNDO, type UndoConflict, type UndoRecord } from '#domain/clients/undo.ts';
import type { ImportOptions } from '#domain/work/importClients.ts';
import type { LeftOfImports, TakenBack } from '#domain/work/importLeft.ts';
import { FakeWorker } from '#app/testing/fakeWorker.ts';

const supper = {
  _id: 'session_supper',
  _rev: '1-a',
  type: 'session',
  title: 'Supper',
  date: NOON,
  status: 'upcoming',
  clients: [{ clientId: 'client_ada', placement: { tableId: 't1', seatIndex: 0 }, updatedTime: 1 }],
  plan: {
    state: {
      nextTableIndex: 1,
      tables: { t1: { type: 'circle', number: 1, position: { x: 0, y: 0 }, seats: 4 } },
    },
  },
};

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  // jsdom lays nothing out; the table draws the rows that its window shows.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Stopped {
  canceled?: boolean;
  /** It fails on its way, for this reason. */
  failed?: 'storage_full' | 'forbidden';
  /** Who stays. */
  back?: TakenBack | null;
  /** What could not be taken back. */
  left?: LeftOfImports;
  /** Of taking that back. */
  conflicts?: readonly UndoConflict[];
  /** What this device kept of the last act. */
  kept?: { record: UndoRecord; label: string };
  /** The event's. */
  timeZone?: string;
}

async function page(
  path = '/event/gala/session/supper/client/import',
  language: Language = 'en',
  stopped: Stopped = {},
) {
  const data = fakeAppData({
    role: 'member',
    events: [galaCentral],
    documents: { gala: [...galaDocuments.map(ofRegistration).map(placed(stopped.timeZone)), supper] },
  });
  const imported: PlannedClient[][] = [];
  const updated: unknown[] = [];
  const undone: unknown[] = [];
  let kept: Stopped['kept'] | null = stopped.kept ?? null;
  let left = stopped.left ?? null;
  const openEvent = data.openEvent.bind(data);
  data.openEvent = async (id) => {
    const opened = await openEvent(id);
    if (!opened.ok) return opened;
    Object.assign(opened.value.repository, {
      async importClients(rows: PlannedClient[], options?: ImportOptions) {
        imported.push(rows);
        updated.push(options?.update);
        options?.onProgress?.(1, 2);
        if (stopped.canceled === true) {
          await new Promise((resolve) => options?.signal?.addEventListener('abort', resolve));
          return ok({
            created: 0,
            unplaced: 0,
            canceled: true,
            back: stopped.back ?? { kept: 0, reached: 0, held: [] },
            undo: NOTHING_TO_UNDO,
          });
        }
        if (stopped.failed !== undefined) {
          options?.onTakenBack?.(stopped.back ?? null);
          return err({ code: stopped.failed });
        }
        return ok({ created: rows.length, unplaced: 0, canceled: false, undo: NOTHING_TO_UNDO });
      },
      leftOfImports: () => Promise.resolve(left),
      async takeBackLeft() {
        undone.push(left);
        left = null;
        return ok({ restored: 1, conflicts: stopped.conflicts ?? [] });
      },
      async keptUndo() {
        return kept;
      },
      async keepUndo(next: Stopped['kept'] | null) {
        kept = next;
      },
      async undoMany(record: unknown) {
        undone.push(record);
        return ok({ restored: 1, conflicts: [] });
      },
    });
    return opened;
  };
  const view = await renderApp(data, { path, language });
  const leave = (next: LeftOfImports | null): void => void (left = next);
  return { data, imported, updated, undone, leave, kept: () => kept, ...view };
}

/** Ada's is the one that is there. */
const ofRegistration = (doc: Record<string, unknown>) =>
  doc['_id'] === 'client_ada' ? { ...doc, consumerId: 'consumer_one' } : doc;

const placed = (timeZone: string | undefined) => (doc: Record<string, unknown>) =>
  doc['_id'] === 'event' && timeZone !== undefined ? { ...doc, timeZone } : doc;

async function choose(text: BlobPart, name = 'guests.csv') {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]');
    if (found === null) throw new Error('no file field yet');
    return found;
  });
  fireEvent.change(input, { target: { files: [new File([text], name)] } });
  await screen.findByText(name);
}
const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
function edit(name: string, text: string): void {
  fireEvent.change(cell(name), { target: { value: text } });
  fireEvent.blur(cell(name));
}
/** The message that is tied to the cell. */
function problemAt(name: string): string | null {
  const note = cell(name).getAttribute('aria-describedby');
  return note === null ? null : (document.getElementById(note)?.textContent ?? null);
}
const said = (field: string, row = 2) => problemAt(`${field}, ligne ${row}`);
const save = () => screen.getByRole('button', { name: /^Import/ });

describe('the import of clients', () => {
  it('checks no row again when somebody checks in or pays elsewhere, and all when a session or a guest has another name', async () => {
    const { data } = await page();
    const rows = Array.from({ length: 80 }, (_, index) => `Guest,No ${index}`);
    await choose(['Forename,Surname', ...rows, 'Zora,Farrow'].join('\n'));
    await screen.findByText('81 clients will be created');
    // The last row is not drawn, so nobody but the check looks at its cells.
    expect(screen.queryByLabelText('Surname, row 82')).toBeNull();
    const trim = vi.spyOn(String.prototype, 'trim');
    const checks = (): number => trim.mock.contexts.filter((text) => String(text) === 'Farrow').length;
    const store = data.store('gala');
    const apply = (doc: object) => act(async () => store.apply([doc] as never));
    const time = NOON + 1;
    await apply({
      ...{ _id: `checkin_supper_${time.toString(36).padStart(9, '0')}-phone`, _rev: '1-a', type: 'checkin' },
      ...{ sessionId: supper._id, clientId: 'client_ada', action: 'in', time, method: 'list' },
      ...{ device: { id: 'phone', name: 'Door' }, author: { id: 'user-eve', name: 'eve' } },
    });
    const entry = () => store.session(supper._id)?.clients[0];
    expect(entry()?.checkInTime).toBe(time);
    expect(checks()).toBe(0);
    // The server folds it into the session.
    const folded = { ...supper, _rev: '2-a', clients: [{ ...supper.clients[0], checkInTime: time }] };
    await apply(folded);
    expect([store.session(supper._id)?._rev, checks()]).toEqual(['2-a', 0]);
    // Somebody pays, and a guest is touched without being changed.
    await apply({ _id: 'consumer_one', _rev: '2-a', type: 'consumer', status: 'invoice_paid' });
    const ada = galaDocuments.map(ofRegistration).find(({ _id }) => _id === 'client_ada');
    await apply({ ...ada, _rev: '2-a', metadata: { updatedAt: time } });
    expect([store.client('client_ada')?._rev, checks()]).toEqual(['2-a', 0]);
    await apply({ ...folded, _rev: '3-a', title: 'Late supper' });
    await waitFor(() => expect(checks()).toBe(1));
    await apply({ ...ada, _rev: '3-a', surname: 'Byron' });
    await waitFor(() => expect(checks()).toBe(2));
  });

  it('tells couples in one row, until they are corrected, and imports them all the same', async () => {
    const { imported } = await page();
    await choose('First name,Last name\nZora & Max,Farrow\nBo,Li');
    const told = await screen.findByRole('region', { name: '1 row seems to be about several people' });
    expect(told.textContent).toContain('Line 2: Zora & Max Farrow');
    edit('Forename, row 2', 'Zora');
    await waitFor(() => expect(screen.queryByText(/seems to be about several/)).toBeNull());
    edit('Forename, row 2', 'Zora and Max');
    await screen.findByText(/seems to be about several/);
    fireEvent.click(save());
    await waitFor(() => expect(imported[0]?.map(({ forename }) => forename)).toEqual(['Zora and Max', 'Bo']));
  });

  it('offers the rows by their status, and saves those that are skipped with the reason', async () => {
    const { imported } = await page();
    await choose('First name,Last name,Order status\nZora,Farrow,paid\nMax,Frei,Canceled\n,Blank,paid');
    // Who has cancelled is left out unless somebody wants them.
    await screen.findByText('1 client will be created');
    expect(screen.getByText(/that the file calls cancelled/)).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: /^Canceled/ }));
    await screen.findByText('2 clients will be created');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Canceled/ }));
    await screen.findByText('1 client will be created');
    expect(screen.getByText(/One row is left out by its status/)).toBeTruthy();
    let saved: Blob | null = null;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob;
      return 'blob:saved';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Save the 2 skipped rows' }));
    await waitFor(() => expect(saved).not.toBeNull());
    const text = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(reader.result as string));
      reader.readAsText(saved as unknown as Blob);
    });
    expect(text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
      'First name;Last name;Order status;Why skipped',
      'Max;Frei;Canceled;left out by its status',
      ';Blank;paid;name missing',
    ]);
    fireEvent.click(save());
    await screen.findByRole('heading', { name: '1 client imported' });
    expect(screen.getByText(/2 of 3 rows were skipped\.$/)).toBeTruthy();
    expect(imported[0]?.map(({ surname }) => surname)).toEqual(['Farrow']);
    expect(screen.getByRole('button', { name: 'Save the 2 skipped rows' })).toBeTruthy();
  });

  it('accounts for every row of the file: taken or left, empty, above the header, the header again', async () => {
    await page();
    const rows = ['Zora,Farrow,paid', '', 'Max,Frei,canceled', 'First name,Last name,Order status'];
    await choose(
      ['Guests,,', 'First name,Last name,Order status', ...rows, ',No,paid', 'Eva,Wide'].join('\n'),
    );
    await screen.findByText('1 client will be created');
    expect(
      screen.getByText('4 rows · 1 empty · 1 above the column names · the column names once more'),
    ).toBeTruthy();
    expect(
      screen.getByText(
        '4 rows in the file: 1 to be imported, 3 not. One row is left out by its status. One row has another number of columns than the header. 1 row is skipped: name missing (1)',
        { exact: false },
      ),
    ).toBeTruthy();
    // All of them are taken by their status: the file has as many rows as before.
    fireEvent.click(screen.getByRole('checkbox', { name: /^canceled/ }));
    await screen.findByText('2 clients will be created');
    expect(screen.getByText(/4 rows in the file: 2 to be imported, 2 not\./)).toBeTruthy();
  });

  it('rows that are not imported for what a column says are so only while that column is not imported itself', async () => {
    await page();
    await choose('First name,Last name,Order status\nZora,Farrow,paid\nMax,Frei,canceled');
    await screen.findByText('1 client will be created');
    const meaning = screen.getByLabelText('Meaning of the column “Order status”');
    fireEvent.change(meaning, { target: { value: 'notes' } });
    await screen.findByText('2 clients will be created');
    expect(screen.queryByText(/left out by/)).toBeNull();
  });

  it('shows rows that look like somebody beside that guest: skipped, added, or an update', async () => {
    const { imported, updated } = await page();
    await choose('Forename,Surname,Company,City\nAda,Lovelace,Engines Ltd,Nyon\nZora,Farrow,,');
    await screen.findByText('1 client will be created');
    const known = within(
      screen
        .getByRole('heading', { name: 'One row looks like somebody who is there' })
        .closest('section') as HTMLElement,
    );
    expect(known.getByText('same name')).toBeTruthy();
    // They stand below the table, which an update for all of them is not told from above it.
    fireEvent.click(screen.getByRole('button', { name: 'Choose what becomes of them' }));
    expect(document.activeElement).toBe(known.getByRole('button', { name: 'Skip all' }));
    expect(known.getByText('Engines Ltd')).toBeTruthy();
    expect(known.getByText('Nyon')).toBeTruthy();
    fireEvent.click(known.getByRole('button', { name: 'Add all' }));
    await screen.findByText('2 clients will be created');
    fireEvent.click(known.getByRole('radio', { name: 'Update' }));
    await screen.findByText('1 client will be created · one guest will be updated: Company (1), City (1)');
    fireEvent.click(screen.getByRole('button', { name: 'Import 1, update 1' }));
    await screen.findByRole('heading', { name: '1 client imported' });
    expect(imported[0]).toHaveLength(1);
    expect(updated[0]).toMatchObject([
      {
        ...{ clientId: 'client_ada', changes: { company: 'Engines Ltd' } },
        address: { consumerId: 'consumer_one', changes: { city: 'Nyon' } },
      },
    ]);
  });

  it('shows rows that repeat one further up beside it: left out, or added all the same', async () => {
    const { imported } = await page();
    const zora = 'Zora;Farrow;zora@example.org';
    await choose(`Prénom;Nom;E-mail;Téléphone\n${zora};\n${zora};\n${zora};+41791234567`);
    await screen.findByText('2 clients will be created');
    expect(screen.getByText(/One row repeats another and is left out/)).toBeTruthy();
    const heading = '2 rows look like somebody who is there, or like another row';
    const twins = within(screen.getByRole('heading', { name: heading }).closest('section') as HTMLElement);
    expect(twins.getByText('Both rows say the same.')).toBeTruthy();
    expect(twins.getByText('The rows differ: Phone.')).toBeTruthy();
    fireEvent.click(twins.getAllByRole('radio', { name: 'Skip' })[1] as HTMLElement);
    await screen.findByText('1 client will be created');
    fireEvent.click(save());
    await screen.findByRole('heading', { name: '1 client imported' });
    expect(imported[0]).toHaveLength(1);
  });

  it('an import that was made before a reload can still be taken back', async () => {
    const record = { ...NOTHING_TO_UNDO, acts: ['entrychange_x'] };
    const { undone, kept } = await page('/event/gala/client/import', 'en', {
      kept: { record, label: '7 clients imported' },
    });
    await screen.findByText('7 clients imported');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([record]));
    await waitFor(() => expect(screen.queryByText('7 clients imported')).toBeNull());
    expect(kept()).toBeNull();
  });

  it('reads a file, guesses the separator and lets it be changed [IMPORT-01]', async () => {
    await page();
    await choose('Prénom;Nom\nAda;Byron');
    const separator = screen.getByLabelText<HTMLSelectElement>('Separator');
    expect([...separator.options].map(({ value }) => value)).toEqual([',', ';']);
    expect(separator.value).toBe(';');
    expect(cell('Forename, row 2').value).toBe('Ada');
    fireEvent.change(separator, { target: { value: ',' } });
    expect(await screen.findByText(/Everything is in one column/)).toBeTruthy();
    expect(screen.getByText('Choose the columns of the forename and the surname.')).toBeTruthy();
    expect((save() as HTMLButtonElement).disabled).toBe(true);
    // Changed on disk by now: another way to read it is of what was in it. Without headings the first row is a guest; the
    // separator stays as it was chosen.
    const onDisk = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('changed'));
    const heading = () => screen.getByLabelText<HTMLInputElement>('The first row names the columns');
    fireEvent.click(heading());
    await waitFor(() => expect(heading().checked).toBe(false));
    expect(screen.getByText('2 rows')).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>('Separator').value).toBe(',');
    onDisk.mockRestore();
  });

  it('shows the rows in the character set that somebody chooses, and imports them so', async () => {
    const { imported } = await page();
    // What a Mac wrote as é is Ž in Windows.
    await choose(Uint8Array.from([...Buffer.from('Forename,Surname\nZo'), 0x8e, ...Buffer.from(',Roth')]));
    const read = (value: string) =>
      fireEvent.change(screen.getByLabelText('Character set'), { target: { value } });
    read('windows-1252');
    await waitFor(() => expect(cell('Forename, row 2').value).toBe('ZoŽ'));
    read('macintosh');
    await waitFor(() => expect(cell('Forename, row 2').value).toBe('Zoé'));
    fireEvent.click(save());
    await screen.findByRole('heading', { name: '1 client imported' });
    expect(imported[0]?.map(({ forename }) => forename)).toEqual(['Zoé']);
  });

  it('says below what lacks and what is not taken over, and knows sessions by their titles', async () => {
    await page();
    await choose('Surname,Given,Evening,Our remark\nByron,Ada,Supper,VIP\nWolf,Eve,,');
    expect(screen.getByText('Choose the column of the forename.')).toBeTruthy();
    expect(screen.queryByText(/not taken over/)).toBeNull();
    const meaning = (name: string) =>
      screen.getByLabelText<HTMLSelectElement>(`Meaning of the column “${name}”`);
    fireEvent.change(meaning('Given'), { target: { value: 'forename' } });
    expect(meaning('Evening').value).toBe('session');
    expect(screen.getByText('Columns not taken over: Our remark')).toBeTruthy();
    fireEvent.change(meaning('Evening'), { target: { value: '' } });
    expect(screen.getByText('Columns not taken over: Evening, Our remark')).toBeTruthy();
  });

  it('counts by thousands in its foot, too', async () => {
    await page();
    await choose(['Forename,Surname', ...Array.from({ length: 1200 }, () => 'Ada,')].join('\n'));
    const foot = await screen.findByText('1,200 rows are skipped: name missing (1,200)', { exact: false });
    expect(foot).toBeTruthy();
  });

  it('maps columns to fields in a table that can be edited, and imports what it says [IMPORT-02] [IMPORT-03]', async () => {
    const { imported, undone, data } = await page();
    await choose('A;B;Nummer\nAda;Byron;N1\n;Wolf;N2');
    for (const [column, field] of [
      ['A', 'forename'],
      ['B', 'surname'],
      ['Nummer', 'number'],
    ]) {
      const select = screen.getByLabelText(`Meaning of the column “${column}”`);
      fireEvent.change(select, { target: { value: field } });
    }
    expect(problemAt('Forename, row 3')).toBe('Required');
    expect(screen.getByText('1 row is skipped: name missing (1)', { exact: false })).toBeTruthy();
    edit('Forename, row 3', 'Virginia');
    expect(screen.getByText('2 clients will be created')).toBeTruthy();
    fireEvent.click(save());
    await screen.findByRole('heading', { name: '2 clients imported' });
    expect(imported[0]).toMatchObject([
      { forename: 'Ada', surname: 'Byron', number: 'N1', registrations: [{ sessionId: 'session_supper' }] },
      { forename: 'Virginia', surname: 'Wolf', number: 'N2' },
    ]);
    expect(data.calls).toContainEqual(['syncNow', 'gala']);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('heading', { name: 'Choose a file, or drop it here' });
    expect(undone).toHaveLength(1);
  });

  it('keeps the lines of notes when their cell is passed through', async () => {
    const { imported } = await page();
    await choose('Prénom;Nom;Notes\nAda;"By\nron";"vegan\nno nuts"');
    expect(cell('Surname, row 2').value).toBe('By ron');
    for (const name of ['Surname, row 2', 'Notes, row 2']) fireEvent.blur(cell(name));
    fireEvent.click(save());
    await screen.findByRole('heading', { name: '1 client imported' });
    expect(imported[0]).toMatchObject([{ surname: 'By ron', notes: 'vegan\nno nuts' }]);
  });

  it('is canceled before it begins, and on its way [IMPORT-03]', async () => {
    const { imported } = await page(undefined, 'en', { canceled: true });
    await choose('Prénom;Nom\nAda;Byron');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('heading', { name: 'Choose a file, or drop it here' });
    expect(imported).toEqual([]);
    await choose('Prénom;Nom\nAda;Byron');
    fireEvent.click(save());
    await screen.findByRole('heading', { name: 'Importing…' });
    // Closing the page now would end it.
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('The import was canceled. Nothing was kept.')).toBeTruthy();
    expect(asks()).toBe(false);
    expect(cell('Forename, row 2').value).toBe('Ada');
  });

  it('that is canceled says how many guests stay who were changed meanwhile', async () => {
    await page(undefined, 'fr', { canceled: true, back: { kept: 2, reached: 0, held: [] } });
    await choose('Prénom;Nom\nAda;Byron');
    fireEvent.click(screen.getByRole('button', { name: /^Importer/ }));
    await screen.findByRole('heading', { name: 'Importation…' });
    fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(
      await screen.findByText(/2 invités modifiés ou arrivés entre-temps ont été conservés/),
    ).toBeTruthy();
    expect(screen.queryByText(/Rien n’a été conservé/)).toBeNull();
  });

  it('that fails says who stays, and why', async () => {
    const held = ['client_x', 'client_y'].map((id) => ({ id, sessionId: 'session_past' }));
    await page(undefined, 'en', { failed: 'storage_full', back: { kept: 1, reached: 0, held } });
    await choose('Prénom;Nom\nAda;Byron');
    fireEvent.click(save());
    const told = await screen.findByText(/^The import did not come to its end/);
    expect(told.textContent).toBe(
      'The import did not come to its end. The storage of this device is full. Free some space, then try again. One guest who was changed or checked in meanwhile stays. 2 guests stay in “Reception”, which was archived meanwhile.',
    );
  });

  it('that is tried again says no more that the one before failed', async () => {
    const stopped: Stopped = { failed: 'storage_full', back: { kept: 0, reached: 0, held: [] } };
    await page(undefined, 'en', stopped);
    await choose('Prénom;Nom\nAda;Byron');
    fireEvent.click(save());
    await screen.findByText(/^The import did not come to its end/);
    delete stopped.failed;
    // The rows come back a moment after it was told.
    fireEvent.click(await screen.findByRole('button', { name: /^Import/ }));
    expect(await screen.findByRole('heading', { name: '1 client imported' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/^The import did not come to its end/)).toBeNull());
  });

  it('that could not be taken back yet says so, and never that nothing was kept', async () => {
    await page(undefined, 'fr', { failed: 'storage_full', back: null });
    await choose('Prénom;Nom\nAda;Byron');
    fireEvent.click(screen.getByRole('button', { name: /^Importer/ }));
    const told = await screen.findByText(/^L’importation n’est pas allée jusqu’au bout/);
    expect(told.textContent).toMatch(/n’a pas encore pu être retiré/);
    expect(told.textContent).not.toMatch(/Rien/);
  });

  it('promises no try to whom a change of role forbids it', async () => {
    await page(undefined, 'en', { failed: 'forbidden', back: null });
    await choose('Prénom;Nom\nAda;Byron');
    fireEvent.click(save());
    const told = await screen.findByText(/^The import did not come to its end/);
    expect(told.textContent).toBe(
      'The import did not come to its end. You do not have the right to do this. What it had written by then could not be taken back, as your role does not allow it any more. A user or an administrator can delete these guests.',
    );
  });

  it('shows who is left of an import that could not be taken back, in which session, and takes them back', async () => {
    const guests = [
      { id: 'client_ada', sessionId: 'session_past' },
      { id: 'client_gone', sessionId: 'session_past' },
    ];
    const record = { ...NOTHING_TO_UNDO, acts: ['entrychange_x'] };
    const { undone, data } = await page('/event/gala/client/import', 'en', { left: { record, guests } });
    const words = 'Still there from an import that did not come to its end: Ada Lovelace.';
    const note = (await screen.findByText(words, { exact: false })).textContent;
    expect(note).toBe(
      `${words} An archived session cannot be changed: set the status of “Reception” back, then undo.`,
    );
    const past = galaDocuments.find(({ _id }) => _id === 'session_past');
    await act(async () => data.store('gala').apply([{ ...past, _rev: '9-a', status: 'ongoing' }] as never));
    expect(screen.getByText(words).textContent).toBe(words);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([{ record, guests }]));
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  });

  it('hears of what the import of another tab leaves, by its guests or when somebody comes back to the window', async () => {
    const record = { ...NOTHING_TO_UNDO, acts: ['entrychange_x'] };
    const { data, leave } = await page('/event/gala/client/import');
    const of = (id: string): LeftOfImports => ({ record, guests: [{ id, sessionId: null }] });
    const left = (name: string) => screen.findByText(new RegExp(`^Still there from an import .* ${name}\\.`));
    leave(of('client_new'));
    const guest = {
      ...galaDocuments.find(({ _id }) => _id === 'client_ada'),
      _id: 'client_new',
      surname: 'New',
    };
    await act(async () => data.store('gala').apply([{ ...guest, number: null }] as never));
    await left('Ada New');
    leave(of('client_ada'));
    fireEvent.focus(window);
    await left('Ada Lovelace');
    leave(null);
    fireEvent.focus(window);
    await waitFor(() => expect(screen.queryByText(/^Still there/)).toBeNull());
  });

  it('shows who is left also where all sessions are archived', async () => {
    const record = { ...NOTHING_TO_UNDO, acts: ['entrychange_x'] };
    const guests = [{ id: 'client_ada', sessionId: 'session_past' }];
    const { undone, data } = await page('/event/gala/client/import', 'en', { left: { record, guests } });
    const sessions = [...data.store('gala').sessions()].map((one) => ({
      ...one,
      _rev: '9-a',
      status: 'archived',
    }));
    await act(async () => data.store('gala').apply(sessions as never));
    expect(await screen.findByRole('heading', { name: 'No session yet' })).toBeTruthy();
    expect(await screen.findByText(/^Still there from an import .* Ada Lovelace\./)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([{ record, guests }]));
  });

  it('counts a guest once of whom two things could not be taken back', async () => {
    const left = { record: NOTHING_TO_UNDO, guests: [{ id: 'client_ada', sessionId: null }] };
    const reasons = ['changed_since', 'seat_taken'] as const;
    const conflicts = reasons.map((reason) => ({ id: 'client_ada', reason }));
    await page('/event/gala/client/import', 'en', { left, conflicts });
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('One guest who was changed or checked in meanwhile stays.')).toBeTruthy();
  });

  it('asks before corrections are left that were not imported, and only then', async () => {
    const { path, router } = await page();
    const leave = () => act(async () => router.navigate('/event/gala'));
    await choose('Prénom;Nom\nAda;Byron');
    edit('Surname, row 2', 'Wolf');
    await leave();
    const dialog = await screen.findByRole('dialog', { name: 'Leave without importing?' });
    expect(path()).toMatch(/import$/);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(cell('Surname, row 2').value).toBe('Wolf');
    fireEvent.click(save());
    await screen.findByRole('heading', { name: '1 client imported' });
    await leave();
    await waitFor(() => expect(path()).toBe('/event/gala'));
  });

  it('offers open sessions only, and needs one [IMPORT-04]', async () => {
    await page('/event/gala/client/import');
    await choose('Prénom;Nom\nAda;Byron');
    const sessions = within(screen.getByRole('group', { name: 'Sessions' }));
    const boxes = sessions.getAllByRole('checkbox');
    expect(boxes.map((box) => (box as HTMLInputElement).value)).toEqual(['session_dinner', 'session_supper']);
    expect(screen.getByText('1 row is skipped: no session chosen (1)', { exact: false })).toBeTruthy();
    // Nothing is fine about an import of nobody.
    expect(screen.queryByText(/will be created/)).toBeNull();
    expect((save() as HTMLButtonElement).disabled).toBe(true);
    // No cell of the table shows it: the way leads to the choice.
    expect(screen.queryByRole('button', { name: 'Go to the first problem' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Choose a session' }));
    expect(document.activeElement).toBe(boxes[0]);
    fireEvent.click(boxes[0] as HTMLElement);
    expect((save() as HTMLButtonElement).disabled).toBe(false);
  });

  it('leads from an archived session to its page [IMPORT-04]', async () => {
    const { path } = await page('/event/gala/session/past/client/import');
    await waitFor(() => expect(path()).toBe('/event/gala/session/past'));
  });

  it("says 'Code already exists.' for numbers of the event and of earlier rows [VALID-10] [ERROR-10]", async () => {
    await page();
    await choose('Prénom;Nom;Numéro\nA;B;A-1\nA;B;N1\nA;B;N1\nA;B;N2');
    expect([2, 3, 4, 5].map((row) => problemAt(`Number, row ${row}`))).toEqual([
      'Code already exists.',
      null,
      'Code already exists.',
      null,
    ]);
    edit('Number, row 4', 'N3');
    expect(problemAt('Number, row 4')).toBeNull();
  });

  it('drops rows of another width and lists them [VALID-22]', async () => {
    await page();
    await choose('Prénom;Nom\nA;B\nonly\nA;B;C');
    expect(
      screen.getByText('2 rows have another number of columns than the header and are left out'),
    ).toBeTruthy();
    expect(screen.getByText('Row 3').parentElement?.textContent).toBe('Row 3 only');
    expect(screen.getByText('1 client will be created')).toBeTruthy();
  });

  it('stops at an unclosed quote, says its line, and goes on when that was answered', async () => {
    const { imported } = await page();
    await choose('Prénom;Nom\nAda;Byron\n"Bob;Wolf\nEva;Noël\nZoé;Müller');
    const told = screen.getByText(/opened here and never closed/);
    expect(told.textContent).toMatch(/^Line 3: /);
    expect((save() as HTMLButtonElement).disabled).toBe(true);
    expect(screen.queryByText('1 client will be created')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Read quotes as plain characters' }));
    await waitFor(() => expect(screen.queryByText(/opened here and never closed/)).toBeNull());
    // The quote is shown where it stands, and the row can be put right.
    edit('Forename, row 3', 'Bob');
    fireEvent.click(save());
    await screen.findByRole('heading', { name: '4 clients imported' });
    expect(imported[0]?.map(({ forename }) => forename)).toEqual(['Ada', 'Bob', 'Eva', 'Zoé']);
  });

  it('imports a doubtful file as it is only when somebody says so', async () => {
    await page(undefined, 'fr');
    await choose('Prénom;Nom;Notes\nAda;Byron;vÃ©gan');
    expect(screen.getByText(/^Des lettres sont abîmées/).textContent).toMatch(/^Ligne 2\s:/);
    expect((save() as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('J’ai vérifié : importer tel que lu'));
    expect((save() as HTMLButtonElement).disabled).toBe(false);
    // Read again it is another reading.
    fireEvent.change(screen.getByLabelText('Séparateur'), { target: { value: ',' } });
    await waitFor(() => expect((save() as HTMLButtonElement).disabled).toBe(true));
  });

  it('checks seats against the table, the session and earlier rows [VALID-23] [VALID-24]', async () => {
    await page();
    await choose('Prénom;Nom;Table;Siège\nA;B;1;5\nA;B;1;1.5\nA;B;1;1\nA;B;1;2\nA;B;1;2\nA;B;9;1\nA;B;;1');
    expect([2, 3, 4, 5, 6, 8].map((row) => problemAt(`Seat, row ${row}`))).toEqual([
      'Invalid number.',
      'Invalid number.',
      'Occupied seat.',
      null,
      'Occupied seat.',
      'A seat needs a table',
    ]);
    expect(problemAt('Table, row 7')).toBe('Invalid number.');
  });

  it('has tables only where the session has a plan [VALID-25]', async () => {
    await page();
    await choose('Prénom;Nom;Session;Table\nA;B;Dinner;1\nA;B;Supper;1');
    expect(cell('Table, row 2').disabled).toBe(true);
    expect(cell('Table, row 3').disabled).toBe(false);
    expect(screen.getByText(/^1 row names a table or a seat, which is not imported/)).toBeTruthy();
    expect(screen.getByText('2 clients will be created')).toBeTruthy();
  });

  it('says every problem at its cell, in French too', async () => {
    await page(undefined, 'fr');
    await choose(
      'Prénom;Nom;Entreprise;E-mail;Téléphone;Titre;Langue;Catégorie;Session\nA<;x;<b>;mail;ask;Baron;Latin;VIP;Ailleurs\nA;B;;;;;;;Reception',
    );
    expect([said('Prénom'), said('Entreprise'), said('E-mail'), said('Téléphone')]).toEqual([
      'Caractère non admis',
      '< et > non admis',
      'E-mail non valable',
      'Numéro non international',
    ]);
    expect([
      said('Civilité'),
      said('Langue'),
      said('Catégorie'),
      said('Session'),
      said('Session', 3),
    ]).toEqual([
      ...[
        'Civilité inconnue',
        'Langue inconnue',
        'Catégorie inconnue',
        'Session inconnue',
        'Session archivée',
      ],
    ]);
    fireEvent.click(screen.getByLabelText('Seulement les lignes à revoir'));
    expect(screen.getAllByRole('row')).toHaveLength(3);
  });

  it('gives phone numbers without a country code that of where the event takes place', async () => {
    const { imported } = await page(undefined, 'en', { timeZone: 'Europe/Paris' });
    await choose('Forename;Surname;Phone\nZora;Farrow;06 12 34 56 78');
    expect(screen.getByLabelText<HTMLInputElement>(/^Country code/).value).toBe('+33');
    fireEvent.click(await screen.findByRole('button', { name: 'Import 1 client' }));
    await waitFor(() => expect(imported[0]).toMatchObject([{ phone: '+33612345678' }]));
  });

  it('takes guests without a cell that cannot be read, and puts it back', async () => {
    const { imported } = await page();
    await choose(
      'Forename;Surname;Phone;E-mail\nAda;Byron;ask;\nBen;Cole;none;ben@\nCy;Day;+41221234567;\n;Eve;?;',
    );
    const region = screen.getByRole('region', { name: /cell that a guest can do without/ });
    const left = within(region);
    const items = (): (string | null)[] => left.getAllByRole('listitem').map((item) => item.textContent);
    expect(items()).toEqual(['Phone: 3 rowsImport without it', 'E-mail: 1 rowImport without it']);
    const press = (name: string): void =>
      void fireEvent.click(left.getAllByRole('button', { name })[0] as Element);
    edit('Phone, row 3', 'nobody');
    press('Import without it');
    press('Import without it');
    expect(screen.getByText('3 clients will be created')).toBeTruthy();
    // The nameless one is skipped for that.
    expect(region.getAttribute('aria-label')).toBe('Cells that are not imported');
    expect(items()).toEqual([
      'Phone: 3 rows are imported without itPut back',
      'E-mail: 1 row is imported without itPut back',
    ]);
    // What is typed into one of them stays.
    edit('Phone, row 2', 'later');
    press('Put back');
    expect(screen.getByLabelText('Phone, row 3')).toHaveProperty('value', 'nobody');
    expect(screen.getByLabelText('Phone, row 2')).toHaveProperty('value', 'later');
    expect(screen.getByText('1 client will be created')).toBeTruthy();
    press('Import without it');
    fireEvent.click(save());
    await screen.findByRole('heading', { name: '3 clients imported' });
    expect(imported[0]).toMatchObject([
      { forename: 'Ada', phone: '' },
      { forename: 'Ben', phone: '', email: '' },
      { forename: 'Cy', phone: '+41221234567' },
    ]);
  });

  it('says why a file cannot be read, and that a header alone is no row', async () => {
    await page();
    const input = await waitFor(
      () =>
        document.querySelector<HTMLInputElement>('input[type=file]') ?? Promise.reject(new Error('no field')),
    );
    fireEvent.change(input, { target: { files: [new File(['\u0000\u0001'], 'x.png')] } });
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      'This is neither CSV nor Excel (.xlsx). Save it as one of them and try again.',
    );
    await choose('Prénom;Nom');
    expect(screen.getByText('There is no row below the column names.')).toBeTruthy();
  });

  it('takes a dropped file at its own place', async () => {
    await page();
    const zone = (await screen.findByRole('heading', { level: 2 })).closest('[data-file-drop]');
    if (zone === null) throw new Error('no drop zone');
    fireEvent.drop(zone, {
      dataTransfer: { types: ['Files'], files: [new File(['Prénom;Nom\nAda;Byron'], 'dropped.csv')] },
    });
    expect(await screen.findByText('dropped.csv')).toBeTruthy();
  });
});
