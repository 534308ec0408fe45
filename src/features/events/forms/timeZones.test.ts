import { expect, it } from 'vitest';
import { timeZones } from './timeZones.ts';

it.each(['Europe/Kyiv', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/Nuuk', 'Europe/Paris', 'UTC'])(
  'a time zone is found by what the place is called today: %s',
  (zone) => expect(timeZones('')).toContain(zone),
);

it('one that was chosen on another platform stays, once', () => {
  expect(timeZones('Mars/Base')).toContain('Mars/Base');
  expect(timeZones('UTC').filter((zone) => zone === 'UTC')).toHaveLength(1);
});
