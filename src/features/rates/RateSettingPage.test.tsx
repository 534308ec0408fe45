import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '#domain/result.ts';
import type { EventRepository } from '#data/types.ts';
import { showScreen } from '#hooks/testing/screen.tsx';
import { RateSettingPage } from './RateSettingPage.tsx';

const consumer = (id: string, surname: string, registration: object | null) => ({
  ...{ _id: `consumer_${id}`, _rev: '1-a', type: 'consumer', notifs: {}, notifMethod: 'email' },
  ...{ paymentType: 'none', status: 'registered', metadata: {} },
  person: { forename: 'Ada', surname },
  registration,
});
const registration = { amount: 100, currency: 'chf', rate: 100, vat: 0 };
const change = {
  rate: 99,
  rateName: 'Friends',
  before: [{ consumerId: 'consumer_a', rate: 100, rateName: null }],
};

// jsdom has no layout, and a list without height shows no rows.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
});

async function open(language: 'en' | 'fr' = 'en', given?: object[]) {
  const applyRate = vi.fn<EventRepository['applyRate']>(async () => ok(change));
  const undoRate = vi.fn<EventRepository['undoRate']>(async () => ok({ restored: 1 }));
  const documents = given ?? [
    consumer('a', 'Lovelace', registration),
    consumer('b', 'Hopper', { ...registration, rate: 75 }),
    consumer('c', 'Turing', null),
  ];
  await showScreen({
    screen: <RateSettingPage />,
    path: '/event/:eventId/rate',
    at: '/event/gala/rate',
    documents,
    language,
    repository: { applyRate, undoRate },
  });
  return { applyRate, undoRate };
}
const apply = () => fireEvent.click(screen.getByRole('button', { name: 'Apply rate' }));
const name = (value: string) => fireEvent.change(screen.getByLabelText(/Rate name/), { target: { value } });

describe('rate setting', () => {
  it('lists who has a registration, with the partial rate as a reduction [RATE-01, RATE-03, RATE-06]', async () => {
    await open();
    expect(await screen.findByLabelText('Hopper Ada')).toBeTruthy();
    expect(screen.getByLabelText('Lovelace Ada')).toBeTruthy();
    expect(screen.queryByLabelText('Turing Ada')).toBeNull();
    expect(screen.getAllByText(/25% off/).length).toBe(2);
  });

  it('lists nobody who was erased, and says so where that is everybody [RATE-03]', async () => {
    const erased = { ...consumer('d', '', registration), person: null, erasedAt: 5 };
    await open('en', [consumer('a', 'Lovelace', registration), erased]);
    fireEvent.click(await screen.findByLabelText('Select all shown'));
    expect(screen.getByText('1 selected')).toBeTruthy();
    expect(screen.queryByLabelText('No name')).toBeNull();
    cleanup();
    await open('en', [erased]);
    expect(await screen.findByText('Nobody is left to choose')).toBeTruthy();
  });

  it('offers 99 first and not the full price [RATE-04, RATE-05]', async () => {
    await open();
    const select = screen.getByLabelText<HTMLSelectElement>(/^Rate \*?$|^Rate/, { selector: 'select' });
    expect(select.value).toBe('99');
    expect([...select.options].map(({ value }) => value)).toEqual(['99', '75', '50', '25', '0']);
  });

  it('wants a name and somebody [VALID-42, VALID-43]', async () => {
    const { applyRate } = await open();
    apply();
    expect(await screen.findByText('Please fill in this field.')).toBeTruthy();
    name('Friends');
    apply();
    expect((await screen.findAllByText('Select at least one registration.')).length).toBeGreaterThan(0);
    expect(screen.getByLabelText<HTMLSelectElement>(/^Rate/, { selector: 'select' }).required).toBe(true);
    expect(applyRate).not.toHaveBeenCalled();
  });

  it('says in French that nobody is selected [VALID-43]', async () => {
    await open('fr');
    fireEvent.change(screen.getByLabelText(/Nom du tarif/), { target: { value: 'Amis' } });
    fireEvent.click(screen.getByRole('button', { name: 'Appliquer le tarif' }));
    expect((await screen.findAllByText('Sélectionnez au moins une inscription.')).length).toBeGreaterThan(0);
  });

  it('applies to all that the search shows, and is undone at once [RATE-02]', async () => {
    const { applyRate, undoRate } = await open();
    name('Friends');
    fireEvent.change(screen.getByLabelText('Search registrations'), { target: { value: 'love' } });
    await waitFor(() => expect(screen.queryByLabelText('Hopper Ada')).toBeNull());
    fireEvent.click(screen.getByLabelText('Select all shown'));
    expect(screen.getByText('1 selected')).toBeTruthy();
    apply();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undoRate).toHaveBeenCalledWith(change));
    expect(applyRate).toHaveBeenCalledWith(['consumer_a'], { rate: 99, rateName: 'Friends' });
    expect(await screen.findByText('One registration has its former rate again.')).toBeTruthy();
  });
});
