import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';
import { NOTHING_TO_UNDO } from '#domain/clients/undo.ts';
import type { BulkChange } from '#domain/commands/changeMany.ts';
import { ok } from '#domain/result.ts';

const documents = [
  ...galaDocuments,
  ...[
    ['Alder', 'sponsor', 'invoice_sent', 12_000],
    ['Birch', 'indiv', 'invoice_paid', 6_000],
    ['Cedar', 'sponsor', 'registered', 0],
  ].flatMap(([surname, category, status, amount]) => [
    {
      ...{ _id: `client_${surname}`, _rev: '1-a', type: 'client', forename: 'T', surname, category },
      consumerId: `consumer_${surname}`,
    },
    {
      ...{ _id: `consumer_${surname}`, _rev: '1-a', type: 'consumer', status },
      registration: { amount, currency: 'chf' },
    },
  ]),
];

async function open(search = '') {
  const data = fakeAppData({ role: 'member', events: [galaCentral], documents: { gala: documents } });
  const done: [readonly string[], BulkChange][] = [];
  const openEvent = data.openEvent.bind(data);
  data.openEvent = async (id) => {
    const opened = await openEvent(id);
    if (opened.ok) {
      Object.assign(opened.value.repository, {
        async changeClients(ids: readonly string[], change: BulkChange) {
          done.push([ids, change]);
          return ok({ changed: ids.length, unchanged: 0, undo: NOTHING_TO_UNDO });
        },
      });
    }
    return opened;
  };
  await renderApp(data, { path: `/event/gala/clients${search}` });
  await screen.findByRole('heading', { level: 1, name: 'All clients' });
  return { done };
}
const names = () =>
  screen.getAllByText(/^\S+ \S+$/, { selector: '[role=cell] a' }).map(({ textContent }) => textContent);
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('all clients of an event', () => {
  it('are in one list, with or without a session, with what each still owes', async () => {
    await open();
    expect(names()).toEqual(['Alder T', 'Birch T', 'Cedar T', 'Lovelace Ada', 'Müller Léo']);
    const row = screen.getByText('Alder T').closest('[role=row]') as HTMLElement;
    expect(row.textContent).toContain('Invoice sent');
    expect(row.textContent).toMatch(/CHF.120\.00/);
    expect(row.textContent).toContain('no registration');
    expect(screen.getByText('5 clients')).toBeTruthy();
  });

  it('are narrowed by status, category, session and payment, one right after the other', async () => {
    await open();
    choose('Category', 'sponsor');
    await waitFor(() => expect(names()).toEqual(['Alder T', 'Cedar T']));
    choose('Payment', 'open');
    await waitFor(() => expect(names()).toEqual(['Alder T']));
    fireEvent.click(screen.getByLabelText('Select T Alder'));
    choose('Category', '');
    choose('Payment', '');
    choose('Status', 'invoice_paid');
    await waitFor(() => expect(names()).toEqual(['Birch T']));
    choose('Status', '');
    choose('Session', 'session_dinner');
    await waitFor(() => expect(names()).toEqual(['Lovelace Ada', 'Müller Léo']));
    choose('Status', 'canceled');
    fireEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(names()).toHaveLength(5));
  });

  it('opens as the address says', async () => {
    await open('?session=none&sort=name&order=down');
    await waitFor(() => expect(names()).toEqual(['Cedar T', 'Birch T', 'Alder T']));
  });

  it('changes many at once, out of any session', async () => {
    const { done } = await open('?category=sponsor');
    fireEvent.click(await screen.findByLabelText('Select all clients shown'));
    fireEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Sessions' }));
    const items = await screen.findAllByText('Dinner', { selector: '[role=menuitem] *' });
    fireEvent.click(items[0] as HTMLElement);
    await waitFor(() =>
      expect(done).toEqual([
        [['client_Alder', 'client_Cedar'], { kind: 'register', sessionIds: ['session_dinner'] }],
      ]),
    );
  });
});
