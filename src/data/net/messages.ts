import { ok } from '#domain/result.ts';
import { attempt } from '../failure.ts';
import type { EventMessages } from '../messageTypes.ts';
import { createCall } from './call.ts';
import type { Http } from './http.ts';

export function createEventMessages(http: Http, syncNow: (eventId: string) => Promise<void>): EventMessages {
  const call = createCall(http);
  return {
    run: (eventId) =>
      attempt(async () => {
        // The server looks at its own copy.
        await syncNow(eventId);
        const { queued } = await call('routine', { params: { eventId } });
        return ok({ queued });
      }),
    report: (eventId) =>
      attempt(async () => {
        const { counts, paused } = await call('routineCounts', { params: { eventId } });
        return ok({ counts, isPaused: paused === true });
      }),
    attention: () =>
      attempt(async () => {
        const { messages, paused, roomLeft = null } = await call('messageAttention', {});
        return ok({ messages, isPaused: paused, roomLeft });
      }),
    underway: (eventId, query) =>
      attempt(async () => ok((await call('underway', { params: { eventId }, query })).messages)),
    stop: (eventId, notif) =>
      attempt(async () => {
        // Who was asked for on this device waits too.
        await syncNow(eventId);
        const { stopped } = await call('stopMessage', { params: { eventId }, body: { notif } });
        return ok({ stopped });
      }),
    sent: (eventId, of) =>
      attempt(async () => {
        const query = { ...of, attempt: String(of.attempt) };
        return ok((await call('sentMessage', { params: { eventId }, query })).message);
      }),
    services: (eventId) =>
      attempt(async () => {
        const { services, links, cards } = await call('messageServices', { params: { eventId } });
        // A server of before says nothing of them.
        return ok({ services, links: links ?? null, cards: cards ?? null });
      }),
    optOuts: (eventId) =>
      attempt(async () => ok(new Set((await call('optOuts', { params: { eventId } })).addresses))),
    setOptOut: (eventId, addresses, isOut) =>
      attempt(async () => {
        await call('setOptOut', { params: { eventId }, body: { addresses: [...addresses], isOut } });
        return ok(null);
      }),
    confirmCopy: () =>
      attempt(async () => {
        await call('confirmCopy', {});
        return ok(null);
      }),
  };
}
