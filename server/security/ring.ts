import type { SecurityEvent } from '#api/accountSchemas.ts';
import { idRange } from '#domain/ids.ts';
import type { SecurityRing } from '#domain/rights/security.ts';
import { update } from '../storage/documents.ts';
import type { Database } from '../storage/types.ts';

/** Documents of one list, and events in each: no list ever takes more than about 600 kB. */
const PAGES = 20;
const PER_PAGE = 100;

const pageId = (ring: SecurityRing, page: number): string => `ring_${ring}_${String(page).padStart(2, '0')}`;

interface PageDoc {
  /** Rises with each page that is begun; the page with the highest one is written to. */
  turn: number;
  events: SecurityEvent[];
}

/**
 * Adds events to a list of bounded length: its documents are used in turn, and the oldest is written over. Several
 * servers may add at once; each document is decided anew after a conflict. What is there already, because an answer was
 * lost, is not added again.
 */
export async function addToRing(
  db: Database,
  ring: SecurityRing,
  added: readonly SecurityEvent[],
): Promise<void> {
  let left = [...added];
  while (left.length > 0) {
    const pages = await readPages(db, ring);
    const there = new Set(pages.flatMap(({ events }) => events.map(({ id }) => id)));
    left = left.filter(({ id }) => !there.has(id));
    if (left.length === 0) return;
    const newest = pages.toSorted((a, b) => b.turn - a.turn)[0];
    const isFull = newest === undefined || newest.events.length >= PER_PAGE;
    const turn = isFull ? (newest?.turn ?? 0) + 1 : newest.turn;
    let taken = 0;
    await update(db, pageId(ring, turn % PAGES), (stored) => {
      const page = stored as unknown as PageDoc | null;
      const before = page?.turn === turn ? page.events : [];
      // Another server was quicker: the next round finds the page after this one.
      taken = page !== null && page.turn > turn ? 0 : Math.max(0, PER_PAGE - before.length);
      if (taken === 0) return null;
      return { type: 'securitypage', turn, events: [...before, ...left.slice(0, taken)] };
    });
    left = left.slice(taken);
  }
}

export async function readRing(db: Database, ring: SecurityRing): Promise<SecurityEvent[]> {
  return (await readPages(db, ring)).flatMap(({ events }) => events);
}

async function readPages(db: Database, ring: SecurityRing): Promise<PageDoc[]> {
  const { rows } = await db.allDocs({ ...idRange(`ring_${ring}_`), include_docs: true });
  return rows.flatMap(({ doc }) => (doc == null ? [] : [doc as unknown as PageDoc]));
}
