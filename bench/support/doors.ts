import type { OpenEvent } from '#data/types.ts';
import type { Foyer } from '../../e2e/support/foyer.ts';
import { createUser, type Api } from '../../e2e/support/http.ts';
import { createDevice, type Device, type Tab } from '../../src/data/testing/device.ts';
import { PASSWORD } from '../../src/data/testing/server.ts';

/** A device of a host's own, with an event open. */
export interface Door {
  device: Device;
  tab: Tab;
  event: OpenEvent;
}

/** The host and the device of that index; fewer than 27. */
export async function openDoor(foyer: Foyer, admin: Api, index: number, eventId: string): Promise<Door> {
  const username = `door${String.fromCodePoint(97 + index)}`;
  const userId = await createUser(admin, username, PASSWORD, 'host');
  await admin.call('PUT', '/api/authorizations', { userId, authorizations: [[eventId, true]] });
  const device = createDevice(foyer.url);
  const tab = device.tab();
  await tab.login(username);
  return { device, tab, event: await tab.open(eventId) };
}

export async function closeDoors(doors: readonly Door[]): Promise<void> {
  for (const { event, tab } of doors) {
    event.close();
    await tab.stop();
  }
}
