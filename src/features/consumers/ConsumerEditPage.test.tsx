import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConsumerInput } from '#domain/clients/consumerEdits.ts';
import { CONSUMER_STATUSES } from '#domain/documents/consumer.ts';
import { ok } from '#domain/result.ts';
import type { AppData } from '#data/types.ts';
import { GALA, showScreen } from '#hooks/testing/screen.tsx';
import { ConsumerEditPage } from './ConsumerEditPage.tsx';

const consumer = (more: object = {}) => ({
  ...{ _id: 'consumer_c', _rev: '1-a', type: 'consumer', date: Date.UTC(2026, 4, 2, 9), notifs: {} },
  ...{ notifMethod: 'email', paymentType: 'card', status: 'registered', metadata: {}, invoiceIndex: 6 },
  person: { title: 'mrs', forename: 'Ada', surname: 'Lovelace', company: 'Engines', language: 'en' },
  address: { name: 'Ada', street: 'Rue 1', zip: '1000', city: 'Lausanne', country: 'Suisse' },
  registration: { amount: 18_015, currency: 'eur', rate: 75, rateName: 'Partner', vat: 810 },
  ...more,
});
afterEach(() => localStorage.clear());

async function open(doc = consumer(), more: readonly object[] = []) {
  const saved: ConsumerInput[] = [];
  const runRoutine = vi.fn<AppData['messages']['run']>(async () => ok({ queued: 0 }));
  const view = await showScreen({
    screen: <ConsumerEditPage />,
    path: '/event/:eventId/registrant/:consumerId',
    at: '/event/gala/registrant/c',
    documents: [doc, ...more],
    repository: {
      saveConsumer: async (_id, input) => {
        saved.push(input);
        return ok(doc as never);
      },
    },
    data: { messages: { run: runRoutine } as unknown as AppData['messages'] },
  });
  return { ...view, saved, runRoutine };
}
const field = (name: RegExp | string, index = 0) =>
  screen.getAllByLabelText<HTMLInputElement>(name)[index] as HTMLInputElement;
const fill = (name: RegExp | string, value: string) => fireEvent.change(field(name), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('consumer edit', () => {
  it('shows person, address and payment as they are [CONSUMER-02, CONSUMER-04, DOC-09, DOC-10]', async () => {
    await open();
    const values = [/Title/, /Forename/, /Surname/, /Company/, /Language/, /E-mail/, /Phone/].map(
      (name) => field(name).value,
    );
    expect(values).toEqual(['mrs', 'Ada', 'Lovelace', 'Engines', 'en', '', '']);
    expect([/Street/, /Postcode/, /City/, /Country/].map((name) => field(name).value)).toEqual([
      ...['Rue 1', '1000', 'Lausanne', 'Suisse'],
    ]);
    expect(
      [/Registration date/, /Payment type/, /Amount/, /Currency/, /VAT/, /Rate/].map((n) => field(n).value),
    ).toEqual(['May 2, 2026', 'card', '180.15', 'eur', '8.10', '75']);
    expect(screen.getByText('Invoice GL-0007')).toBeTruthy();
    expect(screen.getByRole('option', { name: '25% off' })).toBeTruthy();
  });

  it('the currency stays where money came in it, which is seen and said; elsewhere it may be another', async () => {
    const { saved, path, unmount } = await open(consumer({ settlement: { paid: 500, refunded: 0 } }));
    expect(field(/Currency/)).toMatchObject({ value: 'eur', disabled: true });
    expect(screen.getByText('Money came or went in it, so it stays.')).toBeTruthy();
    save();
    await waitFor(() => expect(path()).toBe('/before'));
    expect(saved[0]?.currency).toBe('eur');
    unmount();
    await open();
    expect(field(/Currency/).disabled).toBe(false);
    expect(screen.queryByText('Money came or went in it, so it stays.')).toBeNull();
    cleanup();
    // A card paid in another one: it may be set right.
    const cards = [{ id: 'cs_1', paid: 500, refunded: 0, disputed: false, currency: 'usd' }];
    await open(consumer({ cards }));
    expect(field(/Currency/).disabled).toBe(false);
    const options = [...field(/Currency/).querySelectorAll('option')].filter(({ disabled }) => !disabled);
    expect(options.map(({ value }) => value)).toEqual(['eur', 'usd']);
  });

  it('saves exact cents and basis points, goes back, and has the routine run [CONSUMER-05, CONSUMER-08, CONSUMER-11, CONSUMER-12]', async () => {
    const { saved, runRoutine, path } = await open();
    fill(/Amount/, '1.15');
    fill(/VAT/, '2.55');
    fill(/Status/, 'invoice_paid');
    save();
    await waitFor(() => expect(path()).toBe('/before'));
    expect(saved[0]).toMatchObject({
      ...{ amount: 115, vat: 255, status: 'invoice_paid', rate: 75, currency: 'eur' },
      date: Date.UTC(2026, 4, 2, 9),
      addressSec: null,
    });
    expect(runRoutine).toHaveBeenCalledWith('gala');
  });

  it.each([
    ['12,50', 1250],
    ["1'234.50", 123_450],
    ['1 234,5', 123_450],
  ])('an amount typed as %j is %j cents [CONSUMER-11]', async (typed, cents) => {
    const { saved } = await open();
    fill(/Amount/, typed);
    fill(/VAT/, '8,1');
    save();
    await waitFor(() => expect(saved[0]).toMatchObject({ amount: cents, vat: 810 }));
  });

  it('asks what a mark before three digits means, in one tap [CONSUMER-11]', async () => {
    const { saved } = await open();
    fill(/Amount/, '1,000');
    expect(screen.queryByRole('button', { name: '€1,000.00' })).toBeNull();
    fireEvent.blur(field(/Amount/));
    expect(screen.getByRole('button', { name: '€1.00' })).toBeTruthy();
    save();
    expect(await screen.findByText('One entry needs a look.')).toBeTruthy();
    expect(saved).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: '€1,000.00' }));
    expect(field(/Amount/).value).toBe('1000');
    expect(screen.queryByText('One entry needs a look.')).toBeNull();
    save();
    await waitFor(() => expect(saved[0]).toMatchObject({ amount: 100_000 }));
  });

  it('hides the secondary address while it is identical [CONSUMER-03]', async () => {
    const { saved } = await open();
    expect(screen.getAllByLabelText(/Street/)).toHaveLength(1);
    fireEvent.click(screen.getByLabelText(/identical/));
    expect(screen.getAllByLabelText(/Street/)).toHaveLength(2);
    fireEvent.change(field(/Street/, 1), { target: { value: 'Rue 2' } });
    save();
    await waitFor(() => expect(saved[0]?.addressSec).toMatchObject({ street: 'Rue 2' }));
  });

  it('offers every status whatever the one before, and disables payment types of other events [CONSUMER-06, CONSUMER-07, VALID-14]', async () => {
    await open(consumer({ status: 'canceled' }));
    const options = [...(field(/Status/) as unknown as HTMLSelectElement).options];
    expect(options.map(({ value, disabled }) => [value, disabled])).toEqual(
      CONSUMER_STATUSES.map((status) => [status, false]),
    );
    const types = [...(field(/Payment type/) as unknown as HTMLSelectElement).options];
    expect(types.filter(({ disabled }) => !disabled).map(({ value }) => value)).toEqual(['card', 'none']);
  });

  it('begins an empty registration with CHF and rate 0 [CONSUMER-09, CONSUMER-10]', async () => {
    await open(consumer({ registration: null }));
    expect([/Amount/, /Currency/, /Rate/].map((name) => field(name).value)).toEqual(['0', 'chf', '0']);
    const currencies = [...(field(/Currency/) as unknown as HTMLSelectElement).options];
    expect(currencies.map(({ value }) => value)).toEqual(['chf', 'eur', 'usd']);
  });

  it.each([
    ['Pacific/Kiritimati', 20, 'May 3, 2026'],
    ['Pacific/Pago_Pago', 9, 'May 1, 2026'],
  ])(
    'the day of a registration is the event’s, in %s, and so is one that is chosen',
    async (timeZone, hour, day) => {
      const date = Date.UTC(2026, 4, 2, hour);
      const gala = { ...GALA, _rev: '2-a', timeZone };
      const { saved, unmount } = await open(consumer({ date }), [gala]);
      expect(field(/Registration date/).value).toBe(day);
      save();
      await waitFor(() => expect(saved[0]?.date).toBe(date));
      unmount();
      const other = await open(consumer({ date }), [gala]);
      fill(/Registration date/, 'May 20, 2026');
      fireEvent.blur(field(/Registration date/));
      save();
      await waitFor(() => expect(other.saved).toHaveLength(1));
      const shown = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
      expect(shown.format(other.saved[0]?.date)).toMatch(/^May 20, 2026, 12:00/);
    },
  );

  it('wants a language and a date [VALID-11]', async () => {
    const { saved } = await open(consumer({ person: {}, date: null }));
    save();
    expect(await screen.findByText('Please fill in this field.')).toBeTruthy();
    expect(screen.getByText('Please enter a date.')).toBeTruthy();
    expect(document.activeElement).toBe(field(/Language/));
    for (const name of [/Payment type/, /Currency/, /Rate/]) expect(field(name).required).toBe(true);
    expect(saved).toEqual([]);
  });

  it.each([
    [/Amount/, '-1', 'This number is out of range.'],
    [/Amount/, '0.005', 'Please use at most two decimals.'],
    [/Amount/, 'CHF 12', 'This names another unit than the field.'],
    [/Amount/, '', 'Please fill in this field.'],
  ])('amount: %s %j is refused [VALID-12]', async (name, value, message) => {
    const { saved } = await open();
    fill(name, value);
    save();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it.each([
    ['200.01', 'This number is out of range.'],
    ['-0.01', 'This number is out of range.'],
    ['8.105', 'Please use at most two decimals.'],
  ])('VAT of %s is refused [VALID-13]', async (value, message) => {
    const { saved } = await open();
    fill(/VAT/, value);
    save();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(saved).toEqual([]);
  });
});
