import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '#domain/config.ts';
import type { Form } from '#domain/documents/form.ts';
import { newDocument } from '#domain/documents/new.ts';
import type { FormInput } from '#data/repositoryTypes.ts';
import { GALA, sessionDoc, showScreen } from '#hooks/testing/screen.tsx';
import { FormCreatePage, FormPage } from './FormPage.tsx';

// Whether each element is hidden costs most of the time; what is closed is not there at all.
beforeAll(() => configure({ defaultHidden: true }));
afterAll(() => configure({ defaultHidden: false }));
// What one test typed is no draft of the next.
beforeEach(() => localStorage.clear());

const adult = (amount: number) => ({ adult: { amount, enabled: true } });
const form = (more: Partial<Form> = {}): Form =>
  newDocument('form', {
    ...{ _id: 'form_f', accessId: 'bcdfghjk', name: 'Guests', language: 'fr', currency: 'chf' },
    ...{ vat: 810, enabled: true, maxClientCountPerSession: 80, metadata: { updatedAt: 1 } },
    options: [
      { id: 'o', name: 'Menu', clientCount: 1 },
      { id: 'p', name: 'Table of ten', clientCount: 10 },
    ],
    amounts: { session_dinner: { o: adult(5000), p: adult(40_000) } },
    ...more,
  });
const SESSIONS = [
  sessionDoc('dinner', 'Dinner'),
  sessionDoc('lunch', 'Lunch'),
  { ...sessionDoc('past', 'Past'), status: 'archived' },
];

interface Options {
  stored?: Form;
  /** Of another form, as which a new one begins. */
  like?: string;
  others?: readonly Form[];
  language?: Language;
  /** Of the event's document. */
  event?: object;
}
async function open({ stored, like, others = [], language = 'en', event = {} }: Options = {}) {
  const saves: FormInput[] = [];
  const repository = {
    saveForm: vi.fn<(input: FormInput) => unknown>(async (input) => {
      saves.push(input);
      return { ok: true, value: form() };
    }),
    removeForm: vi.fn<(id: string) => unknown>(async () => ({ ok: true, value: form() })),
    formTerms: vi.fn<(id: string) => unknown>(async () => null),
  };
  const revised = (one: Form) => ({ _rev: '1-a', ...one });
  const view = await showScreen({
    screen: stored === undefined ? <FormCreatePage /> : <FormPage />,
    path: stored === undefined ? '/event/gala/form/new' : '/event/gala/form/:formId',
    at: `/event/gala/form/${stored === undefined ? 'new' : 'f'}${like === undefined ? '' : `?like=${like}`}`,
    language,
    documents: [
      { ...GALA, ...event, _rev: '2-a' },
      ...SESSIONS,
      ...others.map(revised),
      ...(stored === undefined ? [] : [revised(stored)]),
    ],
    repository: repository as never,
  });
  return { ...view, repository, saves };
}
/** By its name, as people see or hear it. Asking for roles takes seconds in a screen of so many fields. */
function named(selector: string, name: string, root: ParentNode = document): HTMLElement {
  const labels = new Map([...document.querySelectorAll('label')].map((label) => [label.htmlFor, label]));
  const found = [...root.querySelectorAll<HTMLElement>(selector)].find((element) => {
    const label = labels.get(element.id)?.textContent ?? element.textContent;
    const said = element.getAttribute('aria-label') ?? label;
    return said.replace(/\s*\*$/, '').replace(/\s/g, ' ') === name;
  });
  if (found === undefined) throw new Error(`there is no ${selector} ‘${name}’`);
  return found;
}
const field = (name: string, root?: ParentNode) =>
  named('input:not([hidden]), textarea', name, root) as HTMLInputElement;
const group = (name: string): HTMLElement => named('[role=group]', name);
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const button = (name: string, root?: ParentNode) => named('button', name, root) as HTMLButtonElement;
const press = (name: string, root?: ParentNode) => fireEvent.click(button(name, root));
const box = (name: string, root?: ParentNode) => named('[type=checkbox]', name, root) as HTMLInputElement;
const radio = (name: string) => named('[type=radio]', name);
const select = (name: string) => named('select', name) as HTMLSelectElement;
const choose = (name: string, value: string) => type(select(name), value);
const saved = async (saves: FormInput[]) => {
  press('Save');
  await waitFor(() => expect(saves).toHaveLength(1));
  return saves[0] as FormInput;
};

describe('the form editor', () => {
  it('begins as another form stands, to the cent, and is a new one with an address and a counterpart of its own', async () => {
    const extras = [{ id: 'e', name: 'Book', amount: 1851, amountGross: 2001, enabled: true, maxCount: 2 }];
    const like = form({
      extras,
      counterpartId: 'form_other',
      termsOf: 'form_old',
      code: 'Ball',
    });
    const { saves } = await open({ others: [like], like: 'f' });
    choose('Language', 'en');
    const { fields, ...asked } = await saved(saves);
    expect(asked).toEqual({ formId: null, base: null, likeId: 'form_f' });
    const { options, amounts, code } = like;
    expect(fields).toMatchObject({ options, amounts, extras, code, language: 'en', counterpartId: null });
  });

  it('has the blocks of the specification, and what is saved is what was typed [FORM-01] [FORM-02] [FORM-03] [FORM-07] [FORM-08] [FORM-09] [DOC-24] [DOC-25]', async () => {
    const { saves, path } = await open();
    type(field('Name'), 'Friends');
    choose('Currency', 'eur');
    type(field('VAT (%)'), '8.1');
    type(field('Places in each session'), '60');
    fireEvent.click(box('Prices for children'));
    type(field('Notes'), 'Ours only');
    type(field('Name', group('Option 1')), 'Menu');
    type(field('Guests', group('Option 1')), '2');
    fireEvent.click(radio('without VAT'));
    type(field('Dinner, Menu, Adult'), '50');
    type(field('Dinner, Menu, Child'), '12.50');
    press('Add an extra');
    type(field('Name', group('Extra 1')), 'Book');
    type(field('Price'), '20');
    fireEvent.click(box('Ask for: Address'));
    fireEvent.click(box('Address must be filled in'));
    type(field('Above the form'), 'Welcome');
    type(field('Code'), ' Ball ');
    type(field('Help with the administrative contact'), 'Who answers us');
    type(field('Card'), 'Thank you');
    const { formId, base, fields } = await saved(saves);
    expect({ formId, base }).toEqual({ formId: null, base: null });
    // For so long registrations are kept where nobody said anything else.
    expect(fields.keepMonths).toBe(12);
    expect(fields).toMatchObject({
      ...{ name: 'Friends', language: 'en', currency: 'eur', vat: 810, maxClientCountPerSession: 60 },
      ...{ children: true, notes: 'Ours only', information: 'Welcome', helpAdminContact: 'Who answers us' },
      options: [{ name: 'Menu', clientCount: 2 }],
      extras: [{ name: 'Book', amount: 2000, enabled: true, maxCount: 10 }],
      ...{ opensAt: null, closesAt: null, code: 'Ball' },
      required: { addr: true, addrSec: false, info: false, account: false },
      mandatory: { addr: true, addrSec: false },
      messages: { card: 'Thank you' },
    });
    const id = fields.options[0]?.id ?? '';
    expect(fields.amounts['session_dinner']?.[id]).toEqual({
      adult: { amount: 5000, enabled: true },
      child: { amount: 1250, enabled: true },
    });
    expect(fields.amounts['session_lunch']?.[id]?.adult).toEqual({ amount: 0, enabled: false });
    expect(path()).toBe('/event/gala');
  });

  it('begins with the configured number of places; an extra with ten [FORM-20] [FORM-19]', async () => {
    await open({ others: [form({ _id: 'form_former', keepMonths: 6 })] });
    // As long as the event's newest form has promised.
    expect(field('Erase so many months after the event').value).toBe('6');
    expect(field('Places in each session').value).toBe('100');
    press('Add an extra');
    expect(field('At most').value).toBe('10');
  });

  it('name, VAT, option and extra names are required, numbers stay within bounds, and the first gets the focus [VALID-27] [VALID-28] [VALID-29] [VALID-30] [VALID-31] [VALID-32] [VALID-33]', async () => {
    const { saves } = await open();
    press('Add an extra');
    type(field('Places in each session'), '1001');
    type(field('Guests'), '101');
    type(field('At most'), '0');
    type(field('Price'), '1');
    press('Save');
    expect(screen.getAllByText('Please fill in this field.')).toHaveLength(4);
    expect(screen.getAllByText('This number is out of range.')).toHaveLength(3);
    expect(screen.getByText('7 entries need a look.')).toBeTruthy();
    expect(document.activeElement).toBe(field('Name'));
    type(field('VAT (%)'), '200.01');
    type(field('Places in each session'), '1.5');
    type(field('Name', group('Option 1')), 'One\ntwo\nthree');
    expect(screen.getByText('Please enter a whole number.')).toBeTruthy();
    expect(screen.getByText('Please write two lines at most.')).toBeTruthy();
    type(field('VAT (%)'), '8.125');
    expect(screen.getByText('Please use at most two decimals.')).toBeTruthy();
    expect(saves).toEqual([]);
  });

  it('says at the field what is no text, no address, or more choices than there may be [VALID-01] [VALID-04] [VALID-05]', async () => {
    const { saves } = await open({ stored: form({ alerts: [{ value: 'Soon', enabled: true }] }) });
    // As presentations break lines.
    const broken = 'Doors at six\u000bNo late entry';
    for (const name of ['Above the form', 'Help with the guests’ details', 'Notes', 'None'])
      type(field(name), broken);
    type(field('Name', group('Option 1')), broken);
    type(field('Your notice on data protection'), 'https://[');
    press('Add a question');
    type(field('Question'), 'Colour');
    choose('Answer', 'choice');
    type(field('Choices'), Array.from({ length: 101 }, (_, index) => `Shade ${index}`).join('\n'));
    press('Add an alert');
    type(field('Text of the alert'), broken);
    expect(button('Apply').disabled).toBe(true);
    press('Save');
    expect(screen.getAllByText('This text contains characters that cannot be used.')).toHaveLength(6);
    expect(screen.getByText('Please write 100 choices at most.')).toBeTruthy();
    expect(screen.getByText('Write an address such as https://gala.example/privacy.')).toBeTruthy();
    expect(screen.getByText('8 entries need a look.')).toBeTruthy();
    expect(saves).toEqual([]);
  });

  it('a new alert opens to be typed, can be taken over once it says something, and goes when it is cancelled empty [FORM-04] [FORM-05] [VALID-41] [DOC-26]', async () => {
    const { saves } = await open({ stored: form({ alerts: [{ value: 'Soon', enabled: true }] }) });
    press('Add an alert');
    expect(document.activeElement).toBe(field('Text of the alert'));
    const take = () => button('Apply');
    expect(take().disabled).toBe(true);
    type(field('Text of the alert'), '  ');
    expect(take().disabled).toBe(true);
    press('Cancel', group('Alert 2'));
    expect(() => group('Alert 2')).toThrow('there is no');
    press('Add an alert');
    type(field('Text of the alert'), 'Doors at six');
    fireEvent.click(take());
    fireEvent.click(box('Shown', group('Alert 1')));
    const { fields } = await saved(saves);
    expect(fields.alerts).toEqual([
      { value: 'Soon', enabled: false },
      { value: 'Doors at six', enabled: true },
    ]);
  });

  it('terms are a PDF, and nothing else [FORM-06] [VALID-35]', async () => {
    const { saves } = await open({ stored: form() });
    const input = screen.getByLabelText('Choose a PDF', { selector: 'input' });
    const choosing = (file: File) => fireEvent.change(input, { target: { files: [file] } });
    choosing(new File(['hello'], 'terms.txt', { type: 'text/plain' }));
    expect(await screen.findByText(/PDF/, { selector: '#terms-problem' })).toBeTruthy();
    choosing(new File(['no pdf'], 'terms.pdf', { type: 'application/pdf' }));
    await waitFor(() => expect(screen.queryByText('terms.pdf')).toBeNull());
    const pdf = new File(['%PDF-1.7 terms'], 'terms.pdf', { type: 'application/pdf' });
    choosing(pdf);
    expect(await screen.findByText('terms.pdf')).toBeTruthy();
    expect((await saved(saves)).terms).toBe(pdf);
  });

  it('a counterpart speaks the other language, and a change of language ends the link [FORM-15] [FORM-17]', async () => {
    const english = form({ _id: 'form_g', name: 'English', language: 'en', accessId: 'ccdfghjk' });
    const off = form({ _id: 'form_h', name: 'Old', language: 'en', accessId: null, enabled: false });
    const { saves } = await open({
      stored: form({ counterpartId: 'form_g' }),
      others: [english, off, form({ _id: 'form_i', name: 'French', accessId: 'dcdfghjk' })],
    });
    const other = select('Same form in the other language');
    expect([...other.options].map(({ text }) => text)).toEqual(['None', 'English']);
    expect(other.value).toBe('form_g');
    choose('Language', 'en');
    expect(other.value).toBe('');
    expect((await saved(saves)).fields).toMatchObject({ language: 'en', counterpartId: null });
  });

  it('leads to its public page once it is saved', async () => {
    await open({ stored: form({ accessId: 'abcdefgh' }) });
    const link = named('a', 'Public page') as HTMLAnchorElement;
    expect(link.href).toBe(`${location.origin}/desk/abcdefgh`);
    cleanup();
    await open();
    expect(document.body.textContent).not.toContain('Public page');
  });

  it('one that is missing, replaced or deleted leads to the event [FORM-14]', async () => {
    const { path } = await open({ stored: form({ enabled: false }) });
    await waitFor(() => expect(path()).toBe('/event/gala'));
  });

  it('who has it open goes on when somebody else replaces it; what is saved says what it began with', async () => {
    const { saves, store } = await open({ stored: form() });
    type(field('Name'), 'Friends');
    const next = { ...form({ _id: 'form_next', replaces: 'form_f' }), _rev: '1-b' };
    store.apply([{ ...form({ enabled: false, accessId: null }), _rev: '2-a' }, next] as never);
    const input = await saved(saves);
    expect(input).toMatchObject({ formId: 'form_f', fields: { name: 'Friends' }, base: { name: 'Guests' } });
  });

  it('says at once that somebody deleted it, and leaves what was typed in sight; one that is replaced is not gone', async () => {
    const { store } = await open({ stored: form({ accessId: 'abcdefgh' }) });
    type(field('Name'), 'Friends');
    const off = { enabled: false, accessId: null };
    const next = form({ _id: 'form_next', replaces: 'form_f', accessId: 'abcdefgh' });
    expect(document.body.textContent).toContain('Public page');
    act(() =>
      store.apply([
        { ...next, _rev: '1-b' },
        { ...form(off), _rev: '2-a' },
      ] as never),
    );
    expect(screen.queryByText(/^Somebody has deleted this form/)).toBeNull();
    act(() => store.apply([{ ...next, ...off, _rev: '2-b' }] as never));
    const said = await screen.findByText(/^Somebody has deleted this form/);
    expect(said.closest('[role=alert]')).toBeTruthy();
    expect(field('Name').value).toBe('Friends');
    expect(document.body.textContent).not.toContain('Public page');
  });

  it('what was typed is there after a reload, also when somebody saved another version meanwhile', async () => {
    const first = await open({ stored: form() });
    type(field('Name'), 'Friends');
    type(field('Lunch, Menu'), '30');
    first.unmount();
    const next = form({
      notes: 'Call us',
      options: [...form().options, { id: 'q', name: 'Soup', clientCount: 1 }],
    });
    const { saves } = await open({ stored: { ...next, _rev: '2-b' } });
    expect(screen.getByText('Your unsaved entries were restored.')).toBeTruthy();
    expect([field('Name').value, field('Notes').value]).toEqual(['Friends', 'Call us']);
    const { fields } = await saved(saves);
    expect(fields.options.map(({ name }) => name)).toEqual(['Menu', 'Table of ten', 'Soup']);
    expect(fields.amounts['session_lunch']?.['o']?.adult).toMatchObject({ enabled: true });
    expect(localStorage.length).toBe(0);
  });
});

describe('the table of prices', () => {
  const cell = (name: string) => field(name);
  const values = () =>
    ['Dinner', 'Lunch'].map((session) =>
      ['Menu', 'Table of ten'].map((option) => cell(`${session}, ${option}`).value),
    );
  const paste = (name: string, text: string) =>
    fireEvent.paste(cell(name), { clipboardData: { getData: () => text } });

  it('shows what is stored; a session that is not offered, or over, is not in it', async () => {
    await open({ stored: form() });
    expect(values()).toEqual([
      ['50', '400'],
      ['', ''],
    ]);
    expect([box('Offer “Dinner”').checked, box('Offer “Lunch”').checked]).toEqual([true, false]);
    expect(() => box('Offer “Past”')).toThrow('there is no');
  });

  it('a block from a spreadsheet goes in from the chosen cell on, and is taken back with one press', async () => {
    const { saves } = await open({ stored: form() });
    paste('Dinner, Menu', "60\tCHF 1'500.50\r\n30\t\r\n9\t9\r\n");
    expect(values()).toEqual([
      ['60', '1500.50'],
      ['30', ''],
    ]);
    expect(screen.getByText('4 prices were filled in.')).toBeTruthy();
    press('Undo');
    expect(values()).toEqual([
      ['50', '400'],
      ['', ''],
    ]);
    paste('Dinner, Menu', '60\t\r\n30\t1,000\r\n');
    press('Save');
    // Which of the two is meant, only who typed it knows.
    expect(screen.getByText('One entry needs a look.')).toBeTruthy();
    fireEvent.focus(cell('Lunch, Table of ten'));
    press('CHF 1,000.00');
    const { fields } = await saved(saves);
    expect(fields.amounts).toMatchObject({
      session_dinner: { o: adult(6000), p: { adult: { enabled: false } } },
      session_lunch: { o: adult(3000), p: adult(100_000) },
    });
  });

  it('arrow keys and Enter lead from cell to cell; Ctrl+D and the buttons fill', async () => {
    await open({ stored: form() });
    const start = cell('Dinner, Menu');
    start.focus();
    const key = (name: string, more: object = {}) =>
      fireEvent.keyDown(document.activeElement as Element, { key: name, ...more });
    key('ArrowRight');
    expect(document.activeElement).toBe(cell('Dinner, Table of ten'));
    key('Enter');
    expect(document.activeElement).toBe(cell('Lunch, Table of ten'));
    key('d', { ctrlKey: true });
    expect(cell('Lunch, Table of ten').value).toBe('400');
    key('ArrowLeft');
    key('ArrowUp');
    expect(document.activeElement).toBe(start);
    press('Fill down');
    press('Fill right');
    expect(values()).toEqual([
      ['50', '50'],
      ['50', '400'],
    ]);
    expect(box('Offer “Lunch”').checked).toBe(true);
  });

  it('prices are typed with VAT or without, and stay round as they are typed', async () => {
    const { saves } = await open({ stored: form() });
    fireEvent.click(radio('with VAT'));
    expect(cell('Dinner, Menu').value).toBe('54.05');
    type(cell('Dinner, Menu'), '25');
    fireEvent.focus(cell('Dinner, Menu'));
    expect(screen.getByText(/Without VAT: CHF\s23\.13/)).toBeTruthy();
    const { fields } = await saved(saves);
    expect(fields.amounts['session_dinner']?.['o']?.adult).toEqual({
      ...{ amount: 2313, amountGross: 2500, enabled: true },
    });
  });

  it('what nobody touched is saved as it is stored; a session that is taken out keeps its prices', async () => {
    const odd = { adult: { amount: 4999, enabled: true, amountGross: 5404 } };
    const { saves } = await open({
      stored: form({ amounts: { session_dinner: { o: odd }, session_past: { o: adult(7) } } }),
    });
    fireEvent.click(box('Offer “Dinner”'));
    const { fields } = await saved(saves);
    expect(fields.amounts).toEqual({
      session_dinner: { o: { adult: { ...odd.adult, enabled: false } } },
      session_past: { o: adult(7) },
    });
  });
});

it.each([
  [{}, ['the event has no company', 'the event has no contact']],
  [{ company: 'Foyer SA' }, ['the event has no contact']],
  [{ company: ' ', contact: 'desk@example.org' }, ['the event has no company']],
  [{ company: 'Foyer SA', contact: 'desk@example.org' }, []],
])(
  'where the event says %j of who is responsible, the editor says what guests will not read, and where it is entered',
  async (event, told) => {
    await open({ stored: form(), event });
    const notice = (await screen.findAllByRole('status')).find((one) =>
      /^the event has no/i.test(one.textContent),
    );
    expect(
      notice?.textContent.match(/the event has no \w+/gi)?.map((text) => text.toLowerCase()) ?? [],
    ).toEqual(told);
    if (notice === undefined) return;
    const link = within(notice).getByRole('link', { name: 'Enter it in the event’s details' });
    expect(link.getAttribute('href')).toBe('/event/gala/update');
  },
);

it('deleting asks, and leads to the event', async () => {
  const { repository, path } = await open({ stored: form() });
  press('Delete form');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete form' }));
  await waitFor(() => expect(repository.removeForm).toHaveBeenCalledWith('form_f'));
  await waitFor(() => expect(path()).toBe('/event/gala'));
});
