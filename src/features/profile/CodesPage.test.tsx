import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { err } from '#domain/result.ts';
import type { AppData } from '#data/types.ts';
import { showScreen } from '#hooks/testing/screen.tsx';
import { still } from '#hooks/testing/renderScreen.tsx';
import { CodesPage } from './CodesPage.tsx';

it('on a hub, which sets no codes up, it says where they are set up', async () => {
  const login = { ...still({ token: 't', expires: 9e15 }), codesFirst: still<'always'>('always') };
  const accounts = { ownCodes: async () => err({ code: 'central_only' }) };
  await showScreen({
    ...{ screen: <CodesPage />, path: '/codes' },
    data: { login, accounts } as unknown as Partial<AppData>,
  });
  expect(
    await screen.findByText(/hub in the hall cannot set codes up: only the central server/),
  ).toBeTruthy();
  expect(screen.getByText(/^Leave the hall’s network for a moment, mobile data will do/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
});
