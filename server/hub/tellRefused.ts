import { MOST_REFUSED_TOLD, type RefusedChange, type ToldRefusals } from '#api/hubSchemas.ts';
import { canonical } from '#domain/canonical.ts';
import { UpstreamError } from './asking.ts';
import type { Upstream } from './upstream.ts';

/** What an event's exchange left here. */
interface Held {
  eventId: string;
  refused: readonly RefusedChange[];
}

/** Tells the central server what it did not take, whenever that is something else than it was told before. */
export function createRefusalTeller(
  upstream: Pick<Upstream, 'refused'>,
): (held: readonly Held[], signal: AbortSignal) => Promise<void> {
  // Also that there is nothing any more: since it was told last, this hub may have started again.
  let told: string | null = null;
  return async (held, signal) => {
    const now = toldOf(held);
    if (canonical(now) === told) return;
    try {
      await upstream.refused(now, signal);
    } catch (error) {
      // A central server of before has no list of them.
      if (!(error instanceof UpstreamError && error.trouble === 'withdrawn')) throw error;
    }
    told = canonical(now);
  };
}

function toldOf(held: readonly Held[]): ToldRefusals {
  const all = held.flatMap(({ eventId, refused }) => refused.map((change) => ({ eventId, ...change })));
  const newest = all.sort((a, b) => b.time - a.time).slice(0, MOST_REFUSED_TOLD);
  return {
    count: all.length,
    changes: newest.map(({ eventId, id, rev, reason, time, by }) => ({
      ...{ eventId, id: id.slice(0, 300), rev: rev.slice(0, 100), reason: reason.slice(0, 300), time },
      ...(by === undefined ? {} : { by: by.slice(0, 100) }),
    })),
  };
}
