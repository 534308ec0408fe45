import { typeOfId } from '#domain/ids.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Projection } from '../projection.ts';

/** Changes that come together are looked at once, and whoever saves and calls the routine is told how many that queued. ms */
const DELAY = 1500;
/** Looking at who is due takes at most this share of the time. */
const SHARE = 0.1;
const FILL = 'fill';

/**
 * Puts into the outbox who is due after a change, and at the time of a notification, without anybody calling; keeps what
 * registrations tell of their messages right.
 */
export const messages = (outbox: Outbox, delay = DELAY): Projection => ({
  name: 'messages',
  wants: ({ id }) => ['notif', 'consumer', 'client', 'session', 'entrychange'].includes(typeOfId(id) ?? ''),
  create({ eventId, now, settled }) {
    outbox.forget(eventId);
    /** After a change, and at the time of the next notification (ms). */
    let soon: number | null = null;
    let planned: number | null = null;
    let rest = 0;
    const due = (): number | null => {
      const times = [soon, planned].filter((time) => time !== null);
      return times.length === 0 ? null : Math.min(...times);
    };
    return {
      async run(ids) {
        soon ??= Math.max(now() + delay, rest);
        await outbox.tell(
          eventId,
          ids.filter((id) => typeOfId(id) === 'consumer'),
        );
      },
      later: {
        waiting: () => (due() === null ? [] : [FILL]),
        schedule: () => void (soon ??= now()),
        due,
        async run(everything) {
          const isDue = (planned ?? Infinity) <= now() || (soon ?? Infinity) <= now();
          if (!isDue && (soon === null || !everything)) return false;
          soon = planned = null;
          const began = now();
          try {
            ({ next: planned } = await outbox.run(eventId));
            settled(FILL, null);
          } catch (error) {
            settled(FILL, error);
          }
          rest = now() + (now() - began) / SHARE;
          return true;
        },
      },
    };
  },
});
