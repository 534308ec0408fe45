import type { NotifMethod } from '#domain/documents/consumer.ts';
import type { Notif } from '#domain/documents/notif.ts';
import type { Ledger } from './ledger.ts';

/** Which way each notification goes, as it was last looked at: an attempt before a change keeps its own (tell.ts). */
export class Ways {
  private readonly known = new Map<string, ReadonlyMap<string, NotifMethod>>();

  /** Whoever has an attempt of a notification that goes another way since the last call; all are told after a start anyway. */
  changed(eventId: string, notifs: ReadonlyMap<string, Notif>, ledger: Ledger | undefined): string[] {
    const before = this.known.get(eventId);
    this.known.set(eventId, new Map([...notifs].map(([id, { notifMethod }]) => [id, notifMethod])));
    if (before === undefined || ledger === undefined) return [];
    return [...notifs.values()]
      .filter(({ _id, notifMethod }) => (before.get(_id) ?? notifMethod) !== notifMethod)
      .flatMap(({ _id }) => [...ledger.ofNotif(_id)].map(({ consumerId }) => consumerId));
  }

  forget(eventId: string): void {
    this.known.delete(eventId);
  }
}
