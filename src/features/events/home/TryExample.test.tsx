import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';

it('where there is no event yet, an administrator tries an example, a second time with the same id', async () => {
  const data = fakeAppData({ role: 'manager', events: [], documents: { gala: galaDocuments } });
  await renderApp(data, { path: '/' });
  const button = await screen.findByRole('button', { name: 'Try it with an example event' });
  data.fail('createExample', 'offline');
  fireEvent.click(button);
  expect(await screen.findByText(/needs a connection/)).toBeTruthy();
  const asked = () => data.calls.filter(([name]) => name === 'createExample').map(([, input]) => input);
  await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false));
  fireEvent.click(button);
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]).toEqual(asked()[0]);
});

it.each([
  ['manager', 1],
  ['member', 0],
] as const)('an example says so; the %s removes it with one tap, or not at all', async (role, buttons) => {
  const documents = galaDocuments.map((doc) => (doc._id === 'event' ? { ...doc, example: true } : doc));
  const data = fakeAppData({ role, events: [galaCentral], documents: { gala: documents } });
  await renderApp(data, { path: '/event/gala' });
  await screen.findByText('Its guests are made up: try whatever you like.');
  const remove = screen.queryAllByRole('button', { name: 'Remove the example' });
  expect(remove).toHaveLength(buttons);
  for (const button of remove) fireEvent.click(button);
  await waitFor(() =>
    expect(data.calls.filter(([name]) => name === 'deleteEvent')).toEqual(
      remove.map(() => ['deleteEvent', 'gala']),
    ),
  );
});
