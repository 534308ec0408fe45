import { createUser, login, type Api } from '../../e2e/support/http.ts';

const PASSWORD = 'Foyer2026';

/** A new host of the event, logged in: a door of its own. */
export async function openHost(url: string, admin: Api, index: number, eventId: string): Promise<Api> {
  const username = `door${String.fromCodePoint(97 + index)}`;
  const userId = await createUser(admin, username, PASSWORD, 'host');
  await admin.call('PUT', '/api/authorizations', { userId, authorizations: [[eventId, true]] });
  return login(url, username, PASSWORD);
}

/** The ids of an event's clients. */
export async function guestsOf(admin: Api, dbName: string): Promise<string[]> {
  const range = `startkey=${encodeURIComponent('"client_"')}&endkey=${encodeURIComponent('"client_z"')}`;
  const { body } = await admin.call('GET', `/db/${dbName}/_all_docs?${range}`);
  return (body as { rows: { id: string }[] }).rows.map(({ id }) => id);
}
