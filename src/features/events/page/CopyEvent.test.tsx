import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { expect, it } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments, NOON } from '#app/testing/scene.ts';
import { ownTimeZone } from '#domain/days.ts';

/** With a year in what it is called, and an invoice prefix of it. */
const yearly = (invoicePrefix: string) =>
  galaDocuments.map((doc) =>
    doc['_id'] === 'event' ? { ...doc, title: 'Gala 2026', titleFrench: '', invoicePrefix } : doc,
  );
/** The next time that is the same day of the week and still to come. */
const later = (): number => {
  let days = 364;
  while (dayjs(NOON).add(days, 'day').isBefore(dayjs(), 'day')) days += 364;
  return days;
};

async function dialog(invoicePrefix: string, language: 'en' | 'fr' = 'en') {
  const data = fakeAppData({
    role: 'manager',
    events: [galaCentral],
    documents: { gala: yearly(invoicePrefix) },
  });
  await renderApp(data, { path: '/event/gala', language });
  const [actions, copy] = language === 'en' ? ['Actions', 'Copy event'] : ['Actions', 'Copier l’événement'];
  fireEvent.click(await screen.findByRole('button', { name: actions }));
  fireEvent.click(await screen.findByRole('menuitem', { name: copy }));
  const shown = within(await screen.findByRole('dialog'));
  const value = (name: RegExp) => shown.getByRole<HTMLInputElement>('textbox', { name }).value;
  const asked = () => data.calls.filter(([name]) => name === 'copyEvent');
  return { data, shown, value, asked };
}

it('the next time is proposed, and a second try after a lost answer goes on with the same copy', async () => {
  const { data, shown, value, asked } = await dialog('G26-');
  const year = dayjs(NOON).add(later(), 'day').year();
  expect([value(/^Title/), value(/^Invoice prefix/)]).toEqual([`Gala ${year}`, `G${year % 100}-`]);
  data.fail('copyEvent', 'offline');
  const make = () => fireEvent.click(shown.getByRole('button', { name: 'Make the copy' }));
  make();
  expect(await screen.findByText(/needs a connection to the server/)).toBeTruthy();
  await waitFor(() => expect(asked()).toHaveLength(1));
  make();
  await waitFor(() => expect(asked()).toHaveLength(2));
  const [first, second] = asked();
  expect(second).toEqual(first);
  expect(first?.slice(1)).toEqual([
    'gala',
    {
      ...{
        copyId: expect.stringMatching(/^[a-z0-9]{16,}$/) as unknown,
        title: `Gala ${year}`,
        titleFrench: '',
      },
      ...{ invoicePrefix: `G${year % 100}-`, days: later(), timeZone: ownTimeZone() },
    },
  ]);
});

it.each([
  ['en', /^Invoice prefix/, /has no guests, payments or services/],
  ['fr', /^Préfixe de facture/, /n’a ni invités, ni paiements, ni services/],
] as const)(
  'a prefix that names no year is not proposed, and what stays behind is said (%s)',
  async (language, prefix, words) => {
    const { shown, value } = await dialog('GL-', language);
    expect(value(prefix)).toBe('');
    expect(shown.getByText(words)).toBeTruthy();
  },
);
