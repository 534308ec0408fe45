import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';

// jsdom lays nothing out: without a height the virtual list would show no row.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  return () => vi.restoreAllMocks();
});

it('the list of a door that somebody prints has every guest', async () => {
  const many = Array.from({ length: 200 }, (_, at) => `client_more${at}`);
  const documents = galaDocuments.flatMap((doc) =>
    doc._id !== 'session_dinner'
      ? [doc]
      : [
          { ...doc, clients: many.map((clientId) => ({ clientId, updatedTime: 1 })) },
          ...many.map((_id, at) => ({
            ...{ _id, _rev: '1-a', type: 'client', forename: 'Guest', surname: `No ${at}`, language: 'en' },
            ...{ category: 'indiv', metadata: {} },
          })),
        ],
  );
  const data = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala: documents } });
  await renderApp(data, { path: '/event/gala/session/dinner/checkin' });
  expect((await screen.findAllByRole('listitem')).length).toBeLessThan(60);
  fireEvent(window, new Event('beforeprint'));
  expect(screen.getAllByRole('listitem')).toHaveLength(200);
  fireEvent(window, new Event('afterprint'));
  expect(screen.getAllByRole('listitem').length).toBeLessThan(60);
});
