import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeAppData, QUIET } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';
import { blankStatus } from '#data/sync/blankStatus.ts';
import type { DataError } from '#data/types.ts';

beforeEach(() => localStorage.clear());

const later = { _id: 'client_later', type: 'client', forename: 'Zoe', surname: 'Later', schemaVersion: 2 };
const dataOf = (...extra: Record<string, unknown>[]) =>
  fakeAppData({ events: [galaCentral], documents: { gala: [...galaDocuments, ...extra] } });

async function at(path: string, data: ReturnType<typeof dataOf>) {
  await renderApp(data, { path });
  await screen.findByRole('heading', { level: 1 });
}

describe('an app that is too old', () => {
  it('says of an event that a later version wrote a part of it, and offers the update', async () => {
    await at('/event/gala', dataOf(later));
    expect(await screen.findByText(/A newer version of Foyer saved a part of this event/)).toBeTruthy();
    expect(screen.getByText('Update the app', { selector: 'strong' })).toBeTruthy();
  });

  it('says nothing of it where all is understood', async () => {
    await at('/event/gala', dataOf());
    expect(screen.queryByText(/newer version/)).toBeNull();
  });

  it.each([
    ['app_outdated', 'Update the app', 'The server expects a newer version of Foyer.'],
    ['server_outdated', 'The server needs an update', 'The server runs an older version of Foyer'],
  ] as const)('%s is said on every screen but a door', async (error: DataError, title, text) => {
    const data = dataOf();
    const database = { ...blankStatus('gala', 'light'), state: 'attention' as const, error };
    data.status.set({ ...QUIET, summary: 'attention', databases: [database] });
    await at('/', data);
    expect(await screen.findByText(title, { selector: 'strong' })).toBeTruthy();
    expect(screen.getByText(new RegExp(text))).toBeTruthy();
  });
});
