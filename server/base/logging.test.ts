import { describe, expect, it } from 'vitest';
import { CALLS } from '#api/calls.ts';
import { API_BASE } from '#api/wire.ts';
import { loggedPath } from './logging.ts';

const TOKEN = 'bcdfcrgrAbCdEfGhIjKlMnOpQr-_01';
const PAGES = ['', '/pay', '/calendar.ics', '/invitation.pdf', '/invoice.pdf'];
const paths = [
  ...Object.values(CALLS)
    .map(({ path }) => API_BASE + path)
    .filter((path) => path.includes(':token')),
  ...PAGES.map((page) => `/desk/registrations/:token${page}`),
  `${API_BASE}/desk/registrations/:token/invitation`,
  '/desk/account/:token',
];

describe('an address as the log knows it', () => {
  it.each(paths)('%s: nobody who reads it can open what the token opens', (path) => {
    const url = path.replace(':token', TOKEN);
    for (const asked of [
      url,
      `${url}?paid=${TOKEN}`,
      url.replace('/desk/', '/%64esk/'),
      url.replace('st', '%73t'),
    ])
      expect(loggedPath(asked)).not.toContain(TOKEN);
    expect(loggedPath(url)).toContain('/desk/');
  });

  it('says of others what was asked, also where that cannot be read', () => {
    expect(loggedPath('/api/desk/bcdfcrgr?lang=en')).toBe('/api/desk/bcdfcrgr');
    expect(loggedPath('/desk/%E0%A4%A')).toBe('/desk/%E0%A4%A');
  });
});
