import type { CentralEvent } from '#domain/documents/event.ts';
import type { Clock } from '#domain/devices/clock.ts';
import { err, ok } from '#domain/result.ts';
import type { Deps } from './deps.ts';
import { attempt, fail } from './failure.ts';
import type { AppData, EventInput, Outcome } from './types.ts';
import type { Server } from './net/server.ts';
import type { UserContext } from './userContext.ts';

interface Parts {
  deps: Deps;
  clock: Clock;
  api: Pick<
    Server['api'],
    'createEvent' | 'createExample' | 'copyEvent' | 'deleteEvent' | 'setAuthorizations'
  >;
  missing(): readonly CentralEvent[];
  syncNow(eventId: string): Promise<void>;
  /** The context of who is logged in, once it stands; null for nobody. */
  current(): Promise<UserContext | null>;
  asUser<T>(work: (user: UserContext) => Outcome<T>): Outcome<T>;
}

/** How an event as a whole begins, comes back and ends: on the server first, then here. */
export function createWholeEvents({
  deps,
  clock,
  api,
  missing,
  syncNow,
  current,
  asUser,
}: Parts): Pick<
  AppData,
  'createEvent' | 'createExample' | 'copyEvent' | 'bringBackEvent' | 'giveUpEvent' | 'deleteEvent'
> {
  /** What was done stands, also where the list of events cannot be asked for. */
  const refreshList = async (): Promise<void> => {
    await (await current())?.central.refresh().catch(deps.report);
  };

  async function create(input: EventInput, id: string): Outcome<{ eventId: string }> {
    const dates = input.sessions.map((session) => session.date);
    const date = dates.length === 0 ? clock.now() : Math.min(...dates);
    const created = await api.createEvent({ eventId: id, date, title: input.title });
    if (!created.ok) return created;
    const { eventId } = created.value;
    const opened = await asUser((user) => user.open(eventId, true));
    if (!opened.ok) return opened;
    try {
      const saved = await opened.value.repository.saveEvent(input);
      if (!saved.ok) return err(saved.error);
      await syncNow(eventId);
      await refreshList();
      return ok({ eventId });
    } finally {
      opened.value.close();
    }
  }

  async function bringBack(eventId: string): Outcome<{ eventId: string }> {
    const event = missing().find(({ id }) => id === eventId);
    if (event === undefined) return fail('not_found');
    const { title, date } = event;
    const created = await api.createEvent({ eventId, title, date: date ?? clock.now(), bringsBack: true });
    if (!created.ok) return created;
    for (const userId of event.authorized) {
      const allowed = await api.setAuthorizations(userId, [[eventId, true]]);
      // The account may be younger than that earlier state as well.
      if (!allowed.ok && allowed.error.code !== 'not_found') return allowed;
    }
    // From here on it is listed, and its exchange finds a database that lacks what is here.
    await (await current())?.central.refresh();
    await syncNow(eventId);
    return ok({ eventId });
  }

  async function giveUp(eventId: string): Outcome<{ eventId: string }> {
    const user = await current();
    if (user === null) return fail('not_found');
    const isMissing = missing().some(({ id }) => id === eventId);
    // Not this user's any more: only what was not sent is kept of it, perhaps of an event that was deleted.
    const isWithheld =
      user.copies().includes(eventId) &&
      user.central.events.get()?.some(({ id }) => id === eventId) === false;
    if (!isMissing && !isWithheld) return fail('not_found');
    await user.central.giveUp(eventId);
    await user.forget(eventId);
    return ok({ eventId });
  }

  return {
    createEvent: (input, eventId = deps.newId()) => attempt(() => create(input, eventId)),
    createExample: (input) =>
      attempt(async () => {
        const created = await api.createExample(input);
        if (created.ok) await refreshList();
        return created;
      }),
    copyEvent: (from, input) =>
      attempt(async () => {
        const created = await api.copyEvent(from, input);
        if (created.ok) await refreshList();
        return created;
      }),
    bringBackEvent: (eventId) => attempt(() => bringBack(eventId)),
    giveUpEvent: (eventId) => attempt(() => giveUp(eventId)),
    deleteEvent: (eventId) =>
      attempt(async () => {
        const deleted = await api.deleteEvent(eventId);
        // It is gone: the answer to an earlier try was lost, or somebody else was faster.
        if (!deleted.ok && deleted.error.code !== 'not_found') return deleted;
        await (await current())?.forget(eventId);
        await refreshList();
        return ok(null);
      }),
  };
}
