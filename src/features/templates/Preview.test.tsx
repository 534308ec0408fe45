import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#hooks/testing/screen.tsx';
import { Preview } from './Preview.tsx';

const client = (id: string, surname: string, forename: string) => ({
  ...{ _id: `client_${id}`, _rev: '1-a', type: 'client', number: `GL-${id}`, surname, forename },
  ...{ consumerId: null, metadata: {} },
});

it('guests of one name are told apart by their numbers in the list of whose document is shown', async () => {
  await showScreen({
    screen: (
      <Preview
        kind="invitation"
        language="en"
        boxes={[]}
        zoom={1}
        template={{
          pages: [],
          // jsdom has no workers, and this asks for no drawing.
          render: () => new Promise(() => undefined),
          layOver: () => new Promise(() => undefined),
          close: () => undefined,
        }}
      />
    ),
    path: '/event/:eventId/invitations/:templateId',
    at: '/event/gala/invitations/one',
    documents: [
      client('10-01', 'Weber', 'Anna'),
      client('2-01', 'Weber', 'Anna'),
      client('3-01', 'Ammann', 'Beat'),
    ],
  });
  const list = await screen.findByLabelText<HTMLSelectElement>('Person');
  expect([...list.options].map(({ text }) => text)).toEqual([
    ...['Ammann Beat', 'Weber Anna · GL-2-01', 'Weber Anna · GL-10-01'],
  ]);
});
