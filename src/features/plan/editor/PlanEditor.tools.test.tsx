import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { canvas, field, openEditor, pick, state, tableButton, tap, type } from './testing/editorScene.tsx';

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

const tables = (): string[] =>
  screen
    .getAllByRole('button', { name: /^Table \w+(Round|Rectangle|Half round|Single seat)/ })
    .map(({ textContent }) => textContent);
const selected = (): number => screen.queryAllByRole('button', { name: /^Table/, pressed: true }).length;
const key = (name: string, more: { ctrlKey?: boolean; shiftKey?: boolean } = {}) =>
  fireEvent.keyDown(canvas(), { key: name, ...more });
const off = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
const across = () => Number(field('Across').value);

/** What the menu of the tools has by this name. */
async function more(name: string): Promise<HTMLElement> {
  if (screen.queryByRole('menu') === null) tap('More tools');
  return screen.findByRole('menuitem', { name: new RegExp(`^${name}`) });
}

describe('the palette [PLAN-03, PLAN-11]', () => {
  it('a click adds a table with the seats of its template, selected and with the next number', async () => {
    await openEditor();
    for (const [name, row] of [
      ['Add: Round, 5 seats', 'Table 4Round · 5 seats'],
      ['Add: Rectangle, 6 seats', 'Table 5Rectangle · 6 seats'],
      ['Add: Half round, 4 seats', 'Table 6Half round · 4 seats'],
      ['Add: Single seat, 1 seat', 'Table 7Single seat · 1 seat'],
    ] as const) {
      tap(name);
      expect(tables().at(-1)).toBe(row);
      expect(selected()).toBe(1);
    }
    expect(screen.getByText('7 tables · 31 seats')).toBeTruthy();
  });
});

describe('the tools [PLAN-06, PLAN-12]', () => {
  it('can be used when there is something to use them on, and say so', async () => {
    await openEditor();
    for (const name of ['Undo', 'Redo', 'Copy', 'Paste', 'Duplicate', 'Delete']) expect(off(name)).toBe(true);
    tap('Delete');
    expect(tables()).toHaveLength(3);
    pick(2);
    for (const name of ['Copy', 'Duplicate', 'Delete']) expect(off(name)).toBe(false);
    tap('Copy');
    tap('Paste');
    expect(tables()).toHaveLength(4);
    expect([across(), field('Down').value]).toEqual([85, '55']);
    tap('Paste');
    expect(across()).toBe(90);
    tap('Delete');
    expect(tables()).toHaveLength(4);
    tap('Undo');
    expect(tables()).toHaveLength(5);
    tap('Redo');
    expect(tables()).toHaveLength(4);
    tap('Select all');
    expect(selected()).toBe(4);
    tap('Duplicate');
    expect(tables()).toHaveLength(8);
  });

  it('aligns and distributes what is selected, from the menu', async () => {
    await openEditor();
    pick(1);
    expect(await more('Align left edges')).toHaveProperty('disabled', true);
    type('Down', '20');
    pick(2);
    type('Across', '60');
    tap('Select all');
    fireEvent.click(await more('Align top edges'));
    fireEvent.click(await more('Distribute across'));
    pick(2);
    expect(field('Down').value).toBe('20');
    expect(across()).toBe(80);
  });

  it('“Select several” adds to the selection without a keyboard', async () => {
    await openEditor();
    pick(1);
    pick(2);
    expect(selected()).toBe(1);
    tap('Select several');
    expect(screen.getByRole('button', { name: 'Select several', pressed: true })).toBeTruthy();
    pick(1);
    pick(3);
    expect(selected()).toBe(3);
    pick(1);
    expect(selected()).toBe(2);
  });
});

describe('many tables', () => {
  it('rows and columns in one step, numbered, undone at once; the number of another table is refused', async () => {
    await openEditor();
    fireEvent.click(await more('Rows and columns'));
    const dialog = await screen.findByRole('dialog', { name: 'Rows and columns of tables' });
    const own = within(dialog);
    const fill = (name: string, value: string) =>
      fireEvent.change(own.getByLabelText(name, { selector: 'input' }), { target: { value } });
    expect(own.getByRole('button', { name: 'Add 60 tables' })).toHaveProperty('disabled', false);
    fill('Rows', '1');
    fill('Columns', 'x');
    expect(own.getByText('Please enter a whole number from 1 to 50.')).toBeTruthy();
    fill('Columns', '3');
    fill('First number', '2');
    expect(own.getByText('Other tables have the numbers 2 and 3.')).toBeTruthy();
    expect(own.getByRole('button', { name: 'Add 3 tables' })).toHaveProperty('disabled', true);
    fill('Prefix', 'B');
    fireEvent.click(own.getByRole('button', { name: 'Add 3 tables' }));
    expect(tables().slice(3)).toEqual([
      'Table B2Round · 10 seats',
      'Table B3Round · 10 seats · overlaps',
      'Table B4Round · 10 seats',
    ]);
    expect(selected()).toBe(3);
    // One of the new ones stands on table 2.
    fireEvent.click(screen.getByRole('button', { name: '2 tables overlap' }));
    expect(selected()).toBe(2);
    tap('Undo');
    expect(state()).toBe('No changes');
  });

  it('numbers in sequence: what is selected, else all', async () => {
    await openEditor();
    tap('Select several');
    pick(3);
    pick(2);
    tap('Number in sequence…');
    const dialog = await screen.findByRole('dialog', { name: 'Number 2 tables in sequence' });
    const own = within(dialog);
    expect(own.getByText('Another table has the number 1.')).toBeTruthy();
    fireEvent.change(own.getByLabelText('First number'), { target: { value: '12' } });
    expect(own.getByText('They become 12 to 13.')).toBeTruthy();
    fireEvent.click(own.getByRole('button', { name: 'Number' }));
    expect(tables().map((text) => text.slice(0, 8))).toEqual(['Table 1R', 'Table 12', 'Table 13']);
    tap('Undo');
    expect(state()).toBe('No changes');
  });

  it('a locked table keeps its place and is not deleted; by button, key and panel', async () => {
    await openEditor();
    pick(2);
    tap('Lock or unlock');
    expect(tables()[1]).toBe('Table 2Round · 5 seats · locked');
    expect(off('Delete')).toBe(true);
    expect(screen.queryByLabelText('Across', { selector: 'input' })).toBeNull();
    key('ArrowRight');
    key('Delete');
    key('a', { ctrlKey: true });
    key('Delete');
    expect(tables()).toEqual(['Table 2Round · 5 seats · locked']);
    expect(screen.getByLabelText(/^Locked/, { selector: 'input' })).toHaveProperty('checked', true);
    fireEvent.click(screen.getByLabelText(/^Locked/, { selector: 'input' }));
    expect(across()).toBe(80);
    key('l');
    expect(tables()[0]).toContain('locked');
  });
});

describe('keys', () => {
  it('arrows move the selection, with Shift five units; without one they are the canvas’s', async () => {
    await openEditor();
    key('ArrowRight');
    expect(state()).toBe('No changes');
    pick(2);
    key('ArrowRight');
    key('ArrowUp', { shiftKey: true });
    expect([across(), field('Down').value]).toEqual([81, '45']);
    // From the table's button too: nobody needs to find the canvas.
    fireEvent.keyDown(tableButton(2), { key: 'ArrowLeft' });
    expect(across()).toBe(80);
    tap('Undo');
    expect(state()).toBe('No changes');
  });

  it('Esc, Delete and the shortcuts of everybody', async () => {
    await openEditor();
    key('a', { ctrlKey: true });
    expect(selected()).toBe(3);
    key('Escape');
    expect(selected()).toBe(0);
    pick(2);
    key('c', { ctrlKey: true });
    key('v', { ctrlKey: true });
    key('d', { ctrlKey: true });
    expect(tables()).toHaveLength(5);
    key('Delete');
    expect(tables()).toHaveLength(4);
    key('z', { ctrlKey: true });
    expect(tables()).toHaveLength(5);
    key('Z', { ctrlKey: true, shiftKey: true });
    expect(tables()).toHaveLength(4);
    pick(1);
    key('Backspace');
    expect(tables()).toHaveLength(3);
  });

  it('in a field they are the field’s', async () => {
    await openEditor();
    pick(2);
    for (const name of ['Delete', 'Backspace', 'ArrowLeft', 'Escape']) {
      fireEvent.keyDown(field('Name'), { key: name });
    }
    fireEvent.keyDown(field('Name'), { key: 'a', ctrlKey: true });
    expect(tables()).toHaveLength(3);
    expect(selected()).toBe(1);
    expect(state()).toBe('No changes');
  });
});

describe('what stands beside the plan', () => {
  it('is folded, each side for itself, and is there again; the plan alone has the window until Escape', async () => {
    await openEditor();
    const has = (name: string) => screen.queryByRole('heading', { name }) !== null;
    const beside = () => [has('Add a table'), has('Table 2')];
    pick(2);
    expect(beside()).toEqual([true, true]);
    tap('Hide the details');
    expect(beside()).toEqual([true, false]);
    tap('Hide the tables');
    expect(beside()).toEqual([false, false]);
    tap('Show the details');
    tap('Show the tables');
    expect(beside()).toEqual([true, true]);

    const title = screen.getByRole('heading', { level: 1 });
    const isCovered = () => title.closest('[inert]') !== null;
    tap('Fill the window');
    expect(isCovered()).toBe(true);
    // What covers the page's head has the way to save in its tools.
    const inTools = () => screen.getAllByRole('button', { name: 'Save plan' }).at(-1);
    expect(inTools()?.closest('[inert]')).toBeNull();
    expect(inTools()?.getAttribute('aria-disabled')).toBe('true');
    key('Escape');
    expect([isCovered(), selected()]).toEqual([true, 0]);
    key('Escape');
    expect(isCovered()).toBe(false);
  });
});

describe('on a phone', () => {
  it('the tools are in sheets: adding closes the first, details open from the selection', async () => {
    await openEditor({ narrow: true });
    expect(screen.queryByRole('heading', { name: 'Add a table' })).toBeNull();
    tap('Add');
    const sheet = await screen.findByRole('dialog', { name: 'Add a table' });
    fireEvent.click(within(sheet).getByRole('button', { name: 'Add: Round, 5 seats' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    tap('Details');
    const details = await screen.findByRole('dialog', { name: 'Details' });
    expect(within(details).getByRole('textbox', { name: 'Number' })).toHaveProperty('value', '4');
    fireEvent.click(within(details).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    key('Escape');
    tap('Plan');
    expect(await screen.findByRole('dialog', { name: 'Plan' })).toBeTruthy();
  });

  it('the list says when there are no tables', async () => {
    const none = { ratio: 1.6, state: { nextTableIndex: 0, tables: {} } };
    await openEditor({ narrow: true, session: { plan: none, clients: [] }, language: 'fr' });
    tap('Tables');
    expect(await screen.findByText('Il n’y a pas encore de table. Ajoutez la première.')).toBeTruthy();
  });
});
