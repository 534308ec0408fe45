import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeAppData, QUIET } from '#app/testing/fakeAppData.ts';
import { AppDataProvider } from './appData.tsx';
import { useSyncOf, useSyncStatus } from './session.ts';

it('who needs one thing of how the exchange stands is drawn again for that alone', () => {
  const data = fakeAppData({});
  const drawn = { one: 0, all: 0 };
  function One() {
    drawn.one++;
    return <p>{useSyncOf(({ online }) => online) ? 'online' : 'offline'}</p>;
  }
  function All() {
    drawn.all++;
    return useSyncStatus().waiting;
  }
  render(
    <AppDataProvider data={data}>
      <One />
      <All />
    </AppDataProvider>,
  );
  for (const waiting of [1, 2, 3]) act(() => data.status.set({ ...QUIET, online: true, waiting }));
  expect(drawn).toEqual({ one: 1, all: 4 });
  act(() => data.status.set({ ...QUIET, online: false, waiting: 3 }));
  expect(screen.getByText('offline')).toBeTruthy();
  expect(drawn.one).toBe(2);
});
