import { expect, it } from 'vitest';
import { hasRole } from '#domain/rights/roles.ts';
import { ROUTE_IDS, ROUTES, type RouteId, type RouteSpec } from '#ui/paths.ts';
import { SCREENS } from '../routes/screens.ts';
import { comesLater, keptWhole } from './laterParts.ts';

it('takes no door for a desk because a part came with the first ones before and comes later now', () => {
  const door = ['http://foyer.test/icon-512.png', 'http://foyer.test/assets/HistoryPage-a1b2.js'];
  expect(door.every((url) => comesLater(new URL(url).pathname))).toBe(true);
  expect(keptWhole(door)).toBe(false);
  expect(keptWhole([...door, 'http://foyer.test/assets/pdf.worker-c3d4.mjs'])).toBe(true);
});

/** Screens that hosts may not open and a door holds all the same: a member who stands there finds, adds and changes guests and takes money. */
const AT_DOORS = [
  ...['AllClientsPage', 'ClientCreatePage', 'ClientUpdatePage', 'CodesPage', 'NeedEventPage'],
  'RegistrationMoneyPage',
];

it('a screen that hosts may not open comes later, or is said to be needed at doors', () => {
  const isForHosts = (id: RouteId): boolean => {
    const { role }: RouteSpec = ROUTES[id];
    return role === null || hasRole('host', role);
  };
  /** What its file is called, and so the part that the build makes of it. */
  const partOf = (id: RouteId): string => /(\w+)\.tsx/.exec(String(SCREENS[id]))?.[1] ?? id;
  const parts = ROUTE_IDS.filter((id) => !isForHosts(id)).map(partOf);
  expect(parts).toContain('HubsPage');
  const first = new Set(parts.filter((part) => !comesLater(`assets/${part}-a1b2c3d4.js`)));
  expect([...first].sort()).toEqual(AT_DOORS);
});
