import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ok } from '#domain/result.ts';
import { GALA, sessionDoc, showScreen } from '#hooks/testing/screen.tsx';
import type { Language } from '#domain/config.ts';
import { ScanParty } from './ScanParty.tsx';
import { useScanParty } from './useScanParty.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  return () => vi.restoreAllMocks();
});

function Door() {
  const party = useScanParty('session_dinner', false);
  return (
    <>
      <button type="button" onClick={() => party.welcome('client_ada')}>
        A-1
      </button>
      <ScanParty party={party} isHidden={false} />
    </>
  );
}
const documents = [
  { ...GALA, _rev: '2-b', doorShows: ['notes'] },
  ...['ada', 'leo'].map((id) => ({
    ...{ _id: `client_${id}`, _rev: '1-a', type: 'client', forename: id, surname: 'Frei', number: id },
    ...{ consumerId: 'consumer_one', notes: `${id} likes jazz` },
  })),
  {
    ...sessionDoc('dinner', 'Dinner'),
    clients: ['ada', 'leo'].map((id) => ({
      ...{ clientId: `client_${id}`, checkInTime: null, updatedTime: 1 },
    })),
  },
];
const refused = () => Promise.reject(new Error('the database is closing'));

/** Ada was let in, and Léo came along. */
async function door(language: Language, admits: boolean) {
  const checkin = { _id: 'checkin_leo', action: 'in', clientId: 'client_leo' } as never;
  await showScreen({
    ...{ screen: <Door />, path: '/', documents, language },
    repository: {
      admitParty: admits ? async () => ok([checkin]) : refused,
      cancelCheckIn: refused,
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'A-1' }));
  fireEvent.click(await screen.findByRole('button', { name: /leo Frei$/ }));
}

it.each([
  ['en', 'An error occured'],
  ['fr', 'Une erreur est survenue'],
] as const)('who could not be written down as in is not said to be (%s)', async (language, failed) => {
  await door(language, false);
  expect(await screen.findByText(failed)).toBeTruthy();
});

it.each([
  ['en', 'Undo', 'An error occured'],
  ['fr', 'Annuler', 'Une erreur est survenue'],
] as const)('nor who could not be taken back as out (%s)', async (language, undo, failed) => {
  await door(language, true);
  fireEvent.click(await screen.findByRole('button', { name: undo }));
  expect(await screen.findByText(failed)).toBeTruthy();
});

it('what the organiser wants in sight of those who came along is said when they are in', async () => {
  await door('en', true);
  expect(await screen.findByText('leo Frei · leo likes jazz')).toBeTruthy();
});
