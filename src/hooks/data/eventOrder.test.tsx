import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { centralEvent, showScreen } from '#hooks/testing/screen.tsx';
import { useEvents } from './session.ts';

const seen = new Set<unknown>();
function Events() {
  const events = useEvents();
  seen.add(events);
  return <p>{events?.map(({ title }) => title).join(', ')}</p>;
}

it('whatever lists events has them as Home has: under way, the nearest, those without a date, archived ones', async () => {
  const event = (title: string, status: 'upcoming' | 'ongoing' | 'archived', date: number | null) => ({
    ...centralEvent(title, title),
    ...{ status, date },
  });
  await showScreen({
    screen: <Events />,
    path: '/event/:eventId',
    at: '/event/gala',
    events: [
      ...[event('old', 'archived', 1), event('undated', 'upcoming', null), event('later', 'upcoming', 9)],
      ...[event('gala', 'upcoming', 5), event('last', 'archived', 4), event('now', 'ongoing', 7)],
    ],
  });
  expect(screen.getByText('now, gala, later, undated, last, old')).toBeTruthy();
  // The same list for the same events.
  expect(seen.size).toBe(1);
});
