import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';
import type { EventInput } from '#data/types.ts';
import { noonOf } from '#domain/documents/session.ts';
import type { Role } from '#domain/rights/roles.ts';
import { PICTURE_MAX_BYTES } from '#domain/documents/event.ts';
import { readPicture } from './readPicture.ts';

beforeEach(() => localStorage.clear());

async function form(path: string, role: Role = 'manager', offset = 0) {
  const data = fakeAppData({ role, events: [galaCentral], documents: { gala: galaDocuments } });
  data.clock.setOffset(offset);
  const view = await renderApp(data, { path });
  await screen.findByRole('heading', { level: 1 });
  return { data, ...view };
}
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (data: ReturnType<typeof fakeAppData>, name: string) =>
  data.calls.find(([call]) => call === name)?.[1] as EventInput | undefined;

describe('event creation', () => {
  it('[ROUTE-13] is titled ‘event creation’', async () => {
    await form('/event/new');
    expect(document.title).toBe('event creation · Foyer');
    expect(screen.getByRole('heading', { level: 1, name: /^event creation$/i })).toBeTruthy();
  });

  it('[EVENT-10] has every field of an event, and sessions', async () => {
    await form('/event/new');
    for (const name of ['Title', 'French title', 'Company', 'Location', 'Invoice prefix']) {
      expect(field(new RegExp(`^${name}`)).value).toBe('');
    }
    expect(screen.getByRole('group', { name: 'Payment types' })).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Ask for an administrative contact' })).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Picture' })).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Session 1' })).toBeTruthy();
  });

  it('[VALID-01] [VALID-26] title, session title and date are required: nothing is sent, the first gets the focus', async () => {
    const { data } = await form('/event/new');
    type(field('Date'), '');
    press('Create event');
    expect(screen.getAllByText('Please fill in this field.')).toHaveLength(2);
    expect(screen.getByText('Please enter a date.')).toBeTruthy();
    expect(screen.getByText('3 entries need a look.')).toBeTruthy();
    expect(document.activeElement).toBe(field(/^Title/));
    expect(sent(data, 'createEvent')).toBeUndefined();
  });

  it('a day that is over is said at its field, and hinders nothing', async () => {
    const { data, path } = await form('/event/new');
    type(field(/^Title/), 'Ball');
    type(field(/^Session title/), 'Dinner');
    expect(screen.queryByText('This day is in the past.')).toBeNull();
    type(field(/^Date/), '10.12.2020');
    expect(screen.getByText('This day is in the past.')).toBeTruthy();
    press('Create event');
    await waitFor(() => expect(path()).toBe('/event/gala'));
    expect(sent(data, 'createEvent')).toMatchObject({ sessions: [{ title: 'Dinner' }] });
  });

  it('begins with today by the server’s clock, and knows by it what is over, where the device has another date', async () => {
    await form('/event/new', 'manager', -400 * 86_400_000);
    const year = new Date(Date.now() - 400 * 86_400_000).getFullYear();
    expect(field('Date').value).toContain(String(year));
    expect(screen.queryByText('This day is in the past.')).toBeNull();
  });

  it('an added session has the day of the one before, and the focus', async () => {
    await form('/event/new');
    type(field(/^Date/), 'December 10, 2031');
    press('Add a session');
    const added = within(screen.getByRole('group', { name: 'Session 2' }));
    expect(added.getByRole<HTMLInputElement>('textbox', { name: /^Date/ }).value).toBe('December 10, 2031');
    expect(document.activeElement).toBe(added.getByRole('textbox', { name: /^Session title/ }));
  });

  it('[VALID-02] [VALID-03] patterns are the browser’s to check, each with its message at the field', async () => {
    const { data } = await form('/event/new');
    type(field(/^Title/), 'A <b>');
    type(field(/^Session title/), 'Dinner');
    type(field('Invoice prefix'), 'GL#1');
    press('Create event');
    expect(screen.getByText('The characters < and > are not allowed here.')).toBeTruthy();
    expect(screen.getByText(/letters, spaces, hyphens/)).toBeTruthy();
    expect(sent(data, 'createEvent')).toBeUndefined();
    // A field with a message is judged again as it changes.
    type(field(/^Title/), 'A & B');
    expect(screen.queryByText('The characters < and > are not allowed here.')).toBeNull();
  });

  it('sends what was entered, and goes to the event', async () => {
    const { data, path } = await form('/event/new');
    type(field(/^Title/), ' Spring Ball ');
    type(field(/^Session title/), 'Dinner');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Card' }));
    press('Create event');
    await waitFor(() => expect(path()).toBe('/event/gala'));
    expect(sent(data, 'createEvent')).toMatchObject({
      title: 'Spring Ball',
      paymentTypes: ['card', 'none'],
      adminContact: false,
      sessions: [{ title: 'Dinner', date: noonOf(Date.now()), status: 'upcoming', timeStart: null }],
    });
  });

  it('saves texts without the blanks around them, the prefix of invoices too [EVENT-10]', async () => {
    const { data, path } = await form('/event/new');
    for (const name of [
      'Title',
      'French title',
      'Company',
      'Location',
      'Invoice prefix',
      'Contact for guests',
    ])
      type(field(new RegExp(`^${name}`)), ' GALA ');
    type(field(/^Session title/), ' Dinner ');
    press('Create event');
    await waitFor(() => expect(path()).toBe('/event/gala'));
    const { title, titleFrench, company, location, invoicePrefix, contact } = sent(data, 'createEvent') ?? {};
    const texts = [title, titleFrench, company, location, invoicePrefix, contact];
    expect(texts).toEqual(texts.map(() => 'GALA'));
  });

  it('keeps what was typed across a reload, until it is discarded', async () => {
    const first = await form('/event/new');
    type(field(/^Title/), 'Half a title');
    first.unmount();
    await form('/event/new');
    expect(field(/^Title/).value).toBe('Half a title');
    press('Discard them');
    expect(field(/^Title/).value).toBe('');
    expect(localStorage.length).toBe(0);
  });

  it('keeps it for whoever typed it: the next person on this device sees what is saved', async () => {
    const first = await form('/event/gala/update');
    type(field(/^Location/), 'A surprise for Ada');
    const saved = field(/^Title/).value;
    act(() => first.data.session.set(null));
    first.unmount();
    const other = await form('/event/gala/update', 'member');
    expect(field(/^Title/).value).toBe(saved);
    expect(field(/^Location/).value).not.toBe('A surprise for Ada');
    other.unmount();
    await form('/event/gala/update');
    expect(field(/^Location/).value).toBe('A surprise for Ada');
  });

  it('a try without an answer is continued after a reload: the same event, the same sessions', async () => {
    const first = await form('/event/new');
    first.data.fail('createEvent', 'offline');
    type(field(/^Title/), 'Ball');
    type(field(/^Session title/), 'Dinner');
    press('Create event');
    expect(await screen.findByText(/needs a connection to the server/)).toBeTruthy();
    const tried = first.data.calls.find(([call]) => call === 'createEvent');
    first.unmount();
    const second = await form('/event/new');
    press('Create event');
    await waitFor(() => expect(second.path()).toBe('/event/gala'));
    const again = second.data.calls.find(([call]) => call === 'createEvent');
    expect(tried?.[2]).toMatch(/^[a-z0-9]{16}$/);
    expect(again?.[2]).toBe(tried?.[2]);
    const sessionsOf = (call: typeof tried) => (call?.[1] as EventInput | undefined)?.sessions;
    expect(sessionsOf(again)).toEqual(sessionsOf(tried));
    expect(sessionsOf(again)?.[0]?._id).toBe(`session_${String(tried?.[2])}-1`);
    // The event that was visited last may be noted there.
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('foyer.draft.'));
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it('without the server it says so and keeps the entries', async () => {
    const { data, path } = await form('/event/new');
    data.fail('createEvent', 'offline');
    type(field(/^Title/), 'Ball');
    type(field(/^Session title/), 'Dinner');
    press('Create event');
    expect(await screen.findByText(/needs a connection to the server/)).toBeTruthy();
    expect(path()).toBe('/event/new');
    expect(field(/^Title/).value).toBe('Ball');
  });
});

describe('event update', () => {
  it('shows what is saved, and sends it back with the change', async () => {
    const { data } = await form('/event/gala/update');
    expect(field(/^Title/).value).toBe('Lake Gala');
    type(field(/^Location/), 'Vevey');
    press('Save');
    await waitFor(() => expect(sent(data, 'saveEvent')).toBeDefined());
    const input = sent(data, 'saveEvent');
    expect(input).toMatchObject({ title: 'Lake Gala', location: 'Vevey', invoicePrefix: 'GL' });
    expect(input?.sessions.map(({ _id }) => _id)).toEqual(['session_dinner', 'session_past']);
    expect(input?.picture).toBeUndefined();
  });

  it('what was typed goes on after others saved, and sets nothing back that it never showed', async () => {
    const first = await form('/event/gala/update');
    type(field(/^Location/), 'Vevey');
    press('Add a session');
    type(within(screen.getByRole('group', { name: 'Session 3' })).getByLabelText(/^Session title/), 'Brunch');
    first.unmount();
    // Meanwhile an invoice was numbered, and the dinner archived.
    const documents = galaDocuments.map((doc) => ({
      ...doc,
      ...(doc._id === 'event' ? { _rev: '9-a', invoiceNextIndex: 7, company: 'Lake Ltd' } : {}),
      ...(doc._id === 'session_dinner' ? { _rev: '9-b', status: 'archived' } : {}),
    }));
    const data = fakeAppData({ role: 'manager', events: [galaCentral], documents: { gala: documents } });
    await renderApp(data, { path: '/event/gala/update' });
    await screen.findByText(/unsaved entries were restored/);
    press('Save');
    await waitFor(() => expect(sent(data, 'saveEvent')).toBeDefined());
    expect(sent(data, 'saveEvent')).toMatchObject({
      ...{ location: 'Vevey', company: 'Lake Ltd' },
      sessions: [{ _id: 'session_dinner', status: 'archived' }, { _id: 'session_past' }, { title: 'Brunch' }],
    });
  });

  it('an account for bank transfers is asked for where they are accepted; a mistyped one is told', async () => {
    const { data } = await form('/event/gala/update');
    const transfer = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Bank transfer' });
    if (transfer.checked) fireEvent.click(transfer);
    expect(screen.queryByRole('textbox', { name: 'IBAN' })).toBeNull();
    fireEvent.click(transfer);
    const marked = () => [...document.querySelectorAll('label')].map((label) => label.textContent);
    expect(marked()).toContain('IBAN');
    type(field('IBAN'), 'CH94 0076 2011 6238 5295 7');
    // As others that must be filled in, as long as an account is given.
    expect(marked()).toEqual(
      expect.arrayContaining(['IBAN', 'Account holder *', 'Postal code *', 'City *', 'Country']),
    );
    type(field('Account holder'), 'Lake Ltd');
    type(field('Postal code'), '1820');
    type(field('City'), 'Montreux');
    press('Save');
    expect(screen.getByText('This is not an IBAN. A digit may be wrong or missing.')).toBeTruthy();
    expect(sent(data, 'saveEvent')).toBeUndefined();
    type(field('IBAN'), 'ch93 0076 2011 6238 5295 7');
    press('Save');
    await waitFor(() => expect(sent(data, 'saveEvent')).toBeDefined());
    expect(sent(data, 'saveEvent')?.transfer).toMatchObject({
      ...{ iban: 'CH9300762011623852957', name: 'Lake Ltd', city: 'Montreux' },
    });
  });

  it('what the account’s holder cannot have a QR-bill for is said, and what to do', async () => {
    await form('/event/gala/update');
    const transfer = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Bank transfer' });
    if (!transfer.checked) fireEvent.click(transfer);
    type(field('IBAN'), 'CH93 0076 2011 6238 5295 7');
    type(field('City'), 'Montreux');
    type(field('Account holder'), 'ΛΙΜΝΗ');
    expect(screen.getByText(/^Invoices in CHF get no payment code: a QR-bill holds Latin/)).toBeTruthy();
    type(field('Account holder'), 'Кафе Bar');
    expect(screen.getByText(/there the account holder is “Bar”/)).toBeTruthy();
    type(field('Account holder'), 'Café Bar');
    expect(screen.queryByText(/QR-bill holds Latin letters/)).toBeNull();
    type(field('IBAN'), 'DE89 3704 0044 0532 0130 00');
    expect(screen.getByText(/a QR-bill needs an account in Switzerland/)).toBeTruthy();
  });

  it('a session’s places are shown, limited and taken away again; what is no number is told', async () => {
    const documents = galaDocuments.map((doc) =>
      doc['_id'] === 'session_dinner' ? { ...doc, capacity: 110 } : doc,
    );
    const data = fakeAppData({ role: 'manager', events: [galaCentral], documents: { gala: documents } });
    await renderApp(data, { path: '/event/gala/update' });
    await screen.findByRole('heading', { level: 1 });
    const [dinner, past] = screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Places' });
    if (dinner === undefined || past === undefined) throw new Error('no places');
    expect([dinner.value, past.value]).toEqual(['110', '']);
    type(past, 'many');
    press('Save');
    expect(document.activeElement).toBe(past);
    expect(sent(data, 'saveEvent')).toBeUndefined();
    type(past, '80');
    type(dinner, '');
    press('Save');
    await waitFor(() => expect(sent(data, 'saveEvent')).toBeDefined());
    expect(sent(data, 'saveEvent')?.sessions.map(({ capacity }) => capacity)).toEqual([null, 80]);
  });

  it('[EVENT-12] of one guest it speaks as of one', async () => {
    const documents = galaDocuments.map((doc) =>
      'clients' in doc && Array.isArray(doc.clients) ? { ...doc, clients: doc.clients.slice(0, 1) } : doc,
    );
    const data = fakeAppData({ role: 'manager', events: [galaCentral], documents: { gala: documents } });
    await renderApp(data, { path: '/event/gala/update' });
    await screen.findByRole('heading', { level: 1 });
    press('Remove session 1');
    expect(await screen.findByText(/“Dinner” has one registered guest\. /)).toBeTruthy();
  });

  it('[EVENT-12] a session removed from the form is left out, which deletes it; one with guests asks first', async () => {
    const { data } = await form('/event/gala/update');
    press('Remove session 1');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/“Dinner” has 2 registered guests/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('“Dinner” is deleted when you save.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    press('Remove session 1');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await screen.findByText('“Dinner” is deleted when you save.');
    press('Save');
    await waitFor(() => expect(sent(data, 'saveEvent')).toBeDefined());
    const input = sent(data, 'saveEvent');
    expect(input?.sessions.map(({ _id }) => _id)).toEqual(['session_past']);
    expect(input?.shownSessions).toEqual(['session_dinner', 'session_past']);
  });
});

it('[SESSION-11] an archived session cannot be taken out of the form, which says why', async () => {
  await form('/event/gala/update');
  press('Remove session 2');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  const remove = screen.getByRole('button', { name: 'Remove session 2' });
  expect(remove.getAttribute('aria-description')).toBe(
    'An archived session stays. Set its status back to remove it.',
  );
});

const measure = async (blob: Blob) => ({ blob, width: 3, height: 2 });
const file = (type: string, size = 10) => new File([new Uint8Array(size)], 'x', { type });

const broken = async () => null;

describe('[VALID-34] the picture', () => {
  it('takes images', async () => {
    const image = file('image/png');
    expect(await readPicture(image, measure)).toEqual({
      ok: true,
      value: { blob: image, width: 3, height: 2 },
    });
  });
  it.each(['application/pdf', 'image/svg+xml', 'text/html', ''])('refuses %s', async (mime) => {
    expect(await readPicture(file(mime), measure)).toEqual({ ok: false, error: 'picture_type' });
  });
  it('refuses what only says that it is one', async () => {
    expect(await readPicture(file('image/png'), broken)).toEqual({ ok: false, error: 'picture_type' });
  });
  it('refuses what is too large', async () => {
    const large = file('image/png', PICTURE_MAX_BYTES + 1);
    expect(await readPicture(large, measure)).toEqual({ ok: false, error: 'picture_size' });
  });
});
