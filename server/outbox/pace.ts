import type { NotifMethod } from '#domain/documents/consumer.ts';
import type { ServiceSettings } from '../services/services.ts';
import type { LedgerRow } from './ledger.ts';

const MINUTE = 60_000;

/** How many messages may go in any minute, by what providers allow; counted by when they went, before a restart too. */
export interface Pace {
  readonly isLimited: boolean;
  /** The first rows that may go now. */
  first(rows: readonly LedgerRow[], most: number): LedgerRow[];
  note(method: NotifMethod): void;
  /** When more may go (ms); Infinity where nobody waits for it. */
  next(): number;
}

export function createPace(rows: Iterable<LedgerRow>, settings: ServiceSettings, now: () => number): Pace {
  const limits: Partial<Record<NotifMethod, number>> = {};
  if (settings.email?.perMinute != null) limits.email = settings.email.perMinute;
  const times: Record<NotifMethod, number[]> = { email: [], sms: [], whatsapp: [] };
  for (const { method, state, at } of rows) {
    if (['sent', 'uncertain', 'delivered', 'committing'].includes(state)) times[method].push(at);
  }
  for (const list of Object.values(times)) list.sort((a, b) => a - b);
  let isHeld = false;
  const room = (method: NotifMethod): number => {
    const limit = limits[method];
    if (limit === undefined) return Infinity;
    return limit - times[method].filter((at) => at > now() - MINUTE).length;
  };
  return {
    isLimited: Object.keys(limits).length > 0,
    first(due, most) {
      const rooms = { email: room('email'), sms: room('sms'), whatsapp: room('whatsapp') };
      isHeld = false;
      const chosen: LedgerRow[] = [];
      for (const row of due) {
        if (chosen.length >= most) break;
        if (rooms[row.method] <= 0) isHeld = true;
        else {
          rooms[row.method]--;
          chosen.push(row);
        }
      }
      return chosen;
    },
    note: (method) => void times[method].push(now()),
    next() {
      if (!isHeld) return Infinity;
      const full = (Object.keys(limits) as NotifMethod[]).filter((method) => room(method) <= 0);
      const oldest = full.flatMap((method) => times[method].find((at) => at > now() - MINUTE) ?? []);
      return Math.min(Infinity, ...oldest.map((at) => at + MINUTE + 1));
    },
  };
}
