import type { Carried } from '#domain/notifications/carried.ts';
import type { Stock } from '#domain/notifications/stock.ts';
import type { Counts } from '#domain/notifications/attempts.ts';
import type { MessageAttention, SentMessage, Underway } from '#api/messageSchemas.ts';
import type { Outcome } from './outcome.ts';

export type { MessageAttention, SentMessage, Underway };

/** What the server says of an event's messages. */
export interface MessageReport {
  counts: Counts;
  /** Nothing is sent until a manager has said that of all copies of the databases this one goes on. */
  isPaused: boolean;
}

export interface MessageServices extends Carried {
  services: NonNullable<Stock['services']>;
}

/** What waits for a person, of all events that one may see. */
export interface Attention {
  isPaused: boolean;
  /** Bytes; null where the server has enough, or does not say. */
  roomLeft: number | null;
  messages: readonly MessageAttention[];
}

/** Messages to people, as far as the server alone can do or tell something. */
export interface EventMessages {
  /** Sends what waits on this device, then has the server look who is due (specification 1 §7). */
  run(eventId: string): Outcome<{ queued: number }>;
  report(eventId: string): Outcome<MessageReport>;
  attention(): Outcome<Attention>;
  /** What nothing has become of yet, of one notification or one registration. */
  underway(eventId: string, of: { notif: string } | { consumer: string }): Outcome<readonly Underway[]>;
  /** Whoever waits for it does not get it; resolves with how many that were, as soon as they surely do not. */
  stop(eventId: string, notifId: string): Outcome<{ stopped: number }>;
  /**
   * The message of an attempt that a registration tells of, as it went; the first is 1. Fails with `offline`, and `not_found` where
   * nothing of it is kept.
   */
  sent(eventId: string, of: { notif: string; consumer: string; attempt: number }): Outcome<SentMessage>;
  /** Whether messages can go each way, and what they can carry; the settings are for managers. */
  services(eventId: string): Outcome<MessageServices>;
  /** Addresses (`contactKey`) that want no news of the event. */
  optOuts(eventId: string): Outcome<ReadonlySet<string>>;
  setOptOut(eventId: string, addresses: readonly string[], isOut: boolean): Outcome<null>;
  /** For managers. */
  confirmCopy(): Outcome<null>;
}
