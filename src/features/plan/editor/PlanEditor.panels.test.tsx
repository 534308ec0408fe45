import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Plan, PlanTable } from '#domain/documents/session.ts';
import { errorAt, field, openEditor, pick, PLAN, saved, state, tap, type } from './testing/editorScene.tsx';

vi.mock('react-konva', () => {
  const nothing = () => null;
  return {
    ...{ Stage: nothing, Layer: nothing, Shape: nothing, Rect: nothing, Circle: nothing },
    ...{ Line: nothing, Image: nothing },
  };
});
beforeEach(() => {
  localStorage.clear();
  return () => vi.restoreAllMocks();
});

/** The table as it is in the database once all is saved. */
async function tableOf(view: Awaited<ReturnType<typeof openEditor>>, id: string): Promise<PlanTable> {
  tap(/^(Save plan|Enregistrer le plan)$/);
  await saved();
  const table = (await view.stored()).plan?.state.tables[id];
  if (table === undefined) throw new Error(`no table ${id}`);
  return table;
}

describe('the details of one table [PLAN-05, DOC-21]', () => {
  it('are shown as they are, with who sits there', async () => {
    await openEditor();
    pick(1);
    expect(screen.getByRole('heading', { name: 'Table 1' })).toBeTruthy();
    expect(screen.getByText('1 person sits here.')).toBeTruthy();
    const values = ['Number', 'Seats', 'Scale', 'Rotation (°)', 'Across', 'Down'].map(
      (name) => field(name).value,
    );
    expect(values).toEqual(['1', '5', '1', '0', '40', '50']);
    pick(3);
    expect(screen.queryByText(/sits here/)).toBeNull();
  });

  it('has two digits behind the point, whatever another program drew', async () => {
    const odd = { position: { x: 160 / 3, y: 100 / 3 }, rotation: 100 / 7, scale: 2 / 3 };
    const tables = {
      ...PLAN.state.tables,
      2: { ...PLAN.state.tables['2'], ...odd },
    } as Plan['state']['tables'];
    const view = await openEditor({ session: { plan: { ...PLAN, state: { ...PLAN.state, tables } } } });
    pick(3);
    const values = ['Scale', 'Rotation (°)', 'Across', 'Down'].map((name) => field(name).value);
    expect(values).toEqual(['0.67', '14.29', '53.33', '33.33']);
    type('Across', '20.456');
    expect(await tableOf(view, '2')).toMatchObject({ ...odd, position: { x: 20.46, y: 100 / 3 } });
  });

  it('a row of seats is called by its name, in the list as in the plan; a stage by its own', async () => {
    const tables = {
      0: { ...PLAN.state.tables['0'], type: 'single', number: 7, name: 'Balcon' },
      1: { ...PLAN.state.tables['1'], type: 'single', number: 8 },
      2: { ...PLAN.state.tables['2'], type: 'image', number: null, name: 'Scène', seats: 0 },
    } as unknown as Plan['state']['tables'];
    await openEditor({ session: { plan: { ...PLAN, state: { ...PLAN.state, tables } } } });
    const row = screen.getByRole('button', { name: /^Balcon ?Row 7 · 5 seats/ });
    screen.getByRole('button', { name: /^Row 8 ?Row or bench · 5 seats/ });
    screen.getByRole('button', { name: /^Scène/ });
    fireEvent.click(row);
    expect(screen.getByRole('heading', { name: 'Balcon' })).toBeTruthy();
  });

  it('every field is kept', async () => {
    const view = await openEditor();
    pick(3);
    const typed = {
      ...{ Number: '30', Name: 'Stage', Group: 'VIP', Seats: '12', Scale: '1,5', 'Rotation (°)': '-45' },
      ...{ Across: '20.5', Down: '0', 'Note 1': 'by the door', 'Note 2': 'no\u000bcandles', 'Note 3': '🕯' },
    };
    for (const [name, value] of Object.entries(typed)) type(name, value);
    fireEvent.change(screen.getByLabelText('Colour'), { target: { value: '#a9deb6' } });
    expect(await tableOf(view, '2')).toMatchObject({
      ...{ type: 'circle', number: 30, name: 'Stage', group: 'VIP', seats: 12, scale: 1.5, rotation: -45 },
      ...{ position: { x: 20.5, y: 0 }, color: '#a9deb6' },
      ...{ note1: 'by the door', note2: 'no\ncandles', note3: '🕯' },
    });
  });

  it('an empty field is nothing', async () => {
    const all = { number: 3, name: 'Stage', group: 'VIP', color: '#a9deb6', note1: 'by the door' };
    const tables = { ...PLAN.state.tables, 2: { ...PLAN.state.tables['2'], ...all } };
    const view = await openEditor({
      session: { plan: { ...PLAN, state: { ...PLAN.state, tables } } as Plan },
    });
    pick(3);
    for (const name of ['Number', 'Name', 'Group']) type(name, ' ');
    type('Note 1', '');
    fireEvent.change(screen.getByLabelText('Colour'), { target: { value: '' } });
    expect(await tableOf(view, '2')).toMatchObject({
      ...{ number: null, name: null, group: null, color: null, note1: null },
    });
  });

  it.each([
    ['Seats', '101', 'Please enter a whole number from 0 to 100.', '5'],
    ['Seats', '-1', 'Please enter a whole number from 0 to 100.', '5'],
    ['Seats', '2.5', 'Please enter a whole number from 0 to 100.', '5'],
    ['Seats', '', 'Please enter a whole number from 0 to 100.', '5'],
    ['Scale', '0.01', 'Please enter a number of at least 0.02.', '1'],
    ['Scale', 'big', 'Please enter a number of at least 0.02.', '1'],
    ['Rotation (°)', 'left', 'Please enter a number.', '0'],
    ['Across', '160.1', 'Please enter a number from 0 to 160.', '120'],
    ['Across', '-1', 'Please enter a number from 0 to 160.', '120'],
    ['Down', '101', 'Please enter a number from 0 to 100.', '50'],
    ['Down', '', 'Please enter a number from 0 to 100.', '50'],
  ])(
    '%s “%s” is refused at the field and changes nothing [VALID-64, VALID-66]',
    async (name, bad, message, good) => {
      await openEditor();
      pick(3);
      type(name, bad);
      expect(errorAt(field(name))).toBe(message);
      expect(field(name).value).toBe(bad);
      expect(state()).toBe('No changes');
      // What was typed stays until it makes sense, or another table is looked at.
      fireEvent.blur(field(name));
      expect(errorAt(field(name))).toBe(message);
      pick(2);
      pick(3);
      expect(field(name).value).toBe(good);
      expect(errorAt(field(name))).toBe('');
    },
  );

  it('a number that another table has is said at both tables', async () => {
    await openEditor({ language: 'fr' });
    pick(3);
    type('Numéro', '1');
    expect(errorAt(field('Numéro'))).toBe('Une autre table porte ce numéro.');
    expect(screen.getAllByRole('button', { name: /^Table 1(?!\d)/ })).toHaveLength(2);
    type('Numéro', '1b');
    expect(errorAt(field('Numéro'))).toBe('');
    expect(screen.queryByText(/Deux tables portent/)).toBeNull();
  });

  it('a colour can be typed letter by letter; what is none is said', async () => {
    const view = await openEditor();
    pick(3);
    const color = () => screen.getByLabelText<HTMLInputElement>('Colour');
    for (const typed of ['#', '#0', '#0f766']) {
      fireEvent.change(color(), { target: { value: typed } });
      expect(color().value).toBe(typed);
      expect(errorAt(color())).toBe('Please enter a colour such as #0f766e.');
    }
    expect(state()).toBe('No changes');
    fireEvent.change(color(), { target: { value: '#0f766e' } });
    expect(errorAt(color())).toBe('');
    expect((await tableOf(view, '2')).color).toBe('#0f766e');
  });

  it('undo brings the field back too', async () => {
    await openEditor();
    pick(3);
    type('Seats', '8');
    type('Name', 'S');
    type('Name', 'St');
    tap('Undo');
    expect(field('Name').value).toBe('');
    tap('Undo');
    expect(field('Seats').value).toBe('5');
    tap('Redo');
    expect(field('Seats').value).toBe('8');
  });
});

describe('one seat by hand', () => {
  const open = () => {
    const details = screen.getByText('Single seats').closest('details');
    if (details === null) throw new Error('no seats');
    details.open = true;
    return within(details);
  };

  it('is moved and scaled; put back it is as the others', async () => {
    const view = await openEditor();
    pick(3);
    const seats = open();
    fireEvent.change(seats.getByLabelText('Seat'), { target: { value: '2' } });
    fireEvent.change(seats.getByLabelText('Moved across'), { target: { value: '-1.5' } });
    fireEvent.change(seats.getByLabelText('Moved down'), { target: { value: '2' } });
    fireEvent.change(seats.getByLabelText('Scale of the seat'), { target: { value: '1.2' } });
    expect((await tableOf(view, '2')).seatProps).toEqual([
      null,
      null,
      { position: { x: -1.5, y: 2 }, scale: 1.2 },
    ]);
    fireEvent.click(seats.getByRole('button', { name: 'Put the seat back' }));
    expect((await tableOf(view, '2')).seatProps).toBeNull();
  });

  it('refuses what is no number', async () => {
    await openEditor();
    pick(3);
    const seats = open();
    for (const [name, bad, message] of [
      ['Moved across', 'x', 'Please enter a number.'],
      ['Moved down', '', 'Please enter a number.'],
      ['Scale of the seat', '0', 'Please enter a number of at least 0.02.'],
    ] as const) {
      fireEvent.change(seats.getByLabelText(name), { target: { value: bad } });
      expect(errorAt(seats.getByLabelText(name))).toBe(message);
    }
    expect(state()).toBe('No changes');
  });
});

describe('several tables', () => {
  it('share what they may share; where they differ it is said, and nothing is made alike by looking', async () => {
    const view = await openEditor();
    pick(2);
    type('Seats', '8');
    pick(3, true);
    expect(screen.getByRole('heading', { name: '2 tables selected' })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Number' })).toBeNull();
    expect(field('Seats').value).toBe('');
    expect(field('Seats').placeholder).toBe('Various');
    expect(field('Scale').value).toBe('1');
    fireEvent.blur(field('Seats'));
    type('Seats', '200');
    expect(errorAt(field('Seats'))).toBe('Please enter a whole number from 0 to 100.');
    type('Group', 'Balcony');
    const { plan } = await tableOf(view, '1').then(() => view.stored());
    expect([plan?.state.tables['1'], plan?.state.tables['2']]).toMatchObject([
      { group: 'Balcony', seats: 8, number: 2 },
      { group: 'Balcony', seats: 5, number: 3 },
    ]);
    type('Seats', '6');
    type('Scale', '2');
    await tableOf(view, '1');
    const { tables } = (await view.stored()).plan?.state ?? {};
    expect([tables?.['1'], tables?.['2']]).toMatchObject([
      { seats: 6, scale: 2 },
      { seats: 6, scale: 2 },
    ]);
  });
});

describe('the plan as a whole', () => {
  it.each([
    ['en', 'Width to height', '1.6', 'Please enter a number from 0.2 to 5.'],
    ['fr', 'Largeur sur hauteur', '1,6', 'Veuillez saisir un nombre de 0,2 à 5.'],
  ] as const)(
    'its ratio is a number from 0.2 to 5 (%s) [PLAN-09]',
    async (language, name, ratio, message) => {
      const view = await openEditor({ language });
      expect(field(name).value).toBe(ratio);
      for (const bad of ['0.1', '6', 'wide', '']) {
        type(name, bad);
        expect(errorAt(field(name))).toBe(message);
      }
      expect(state()).toMatch(/^(No changes|Aucune modification)$/);
      type(name, '2');
      await tableOf(view, '0');
      expect((await view.stored()).plan?.ratio).toBe(2);
    },
  );

  it('auto-save is the session’s, every 60 seconds unless told otherwise [PLAN-28]', async () => {
    const view = await openEditor();
    expect(field('Every … seconds').value).toBe('60');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Save automatically' }));
    await waitFor(() => expect(view.shown().autoSave).toBe(true));
    type('Every … seconds', '30');
    fireEvent.blur(field('Every … seconds'));
    await waitFor(() => expect(view.shown().autoSaveDelay).toBe(30));
    expect(await view.stored()).toMatchObject({ autoSave: true, autoSaveDelay: 30 });
    // The plan itself was not touched by it.
    expect(screen.queryByText(/Somebody else/)).toBeNull();
  });

  it('a delay that is no number is ignored [VALID-67]', async () => {
    const view = await openEditor();
    const rev = (await view.stored())._rev;
    for (const bad of ['soon', '', '-']) {
      type('Every … seconds', bad);
      fireEvent.blur(field('Every … seconds'));
      expect(field('Every … seconds').value).toBe('60');
    }
    type('Every … seconds', '45.9 s');
    fireEvent.keyDown(field('Every … seconds'), { key: 'Enter' });
    await waitFor(() => expect(view.shown().autoSaveDelay).toBe(45));
    expect((await view.stored())._rev?.split('-')[0]).toBe(String(Number(rev?.split('-')[0]) + 1));
  });

  it('a background that is no picture is refused in words [PLAN-13]', async () => {
    const view = await openEditor();
    const input = document.querySelector<HTMLInputElement>('input[type=file][accept*=image]');
    if (input === null) throw new Error('no field');
    fireEvent.change(input, { target: { files: [new File(['no'], 'plan.txt', { type: 'text/plain' })] } });
    expect(await screen.findByText(/JPEG|PNG/)).toBeTruthy();
    expect((await view.stored())._attachments).toBeUndefined();
    expect(screen.queryByRole('button', { name: 'Remove the picture' })).toBeNull();
  });
});
