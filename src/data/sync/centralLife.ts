import { z } from 'zod';
import { isMissing } from '../failure.ts';
import type { LocalDatabase } from '../local/database.ts';

export const changesReply = z.object({
  results: z.array(z.unknown()),
  last_seq: z.union([z.number(), z.string()]),
  epoch: z.string().optional(),
  continues: z.boolean().optional(),
  /** What was read up to the position is still there. */
  read: z.boolean().optional(),
});

export type ChangesReply = z.infer<typeof changesReply>;

export interface ChangesAsked {
  since: string;
  /** The epoch in which `since` was told; then the reply says whether the reader may go on. */
  epoch?: string;
  wait?: boolean;
}

const LIFE_ID = '_local/life';
const lifeDoc = z.object({ _rev: z.string(), epoch: z.string(), since: z.string() });
type Life = Pick<z.infer<typeof lifeDoc>, 'epoch' | 'since'>;

/** In which life of the server's `central` this device last read the list (decision 0014). */
export interface CentralLife {
  /** True when the server may have lost what this device read before. Throws when it cannot be asked. */
  isBroken(signal?: AbortSignal): Promise<boolean>;
  /** What `isBroken` found was dealt with. */
  note(): Promise<void>;
}

export function createCentralLife(
  db: LocalDatabase,
  changes: (asked: ChangesAsked, signal?: AbortSignal) => Promise<ChangesReply>,
): CentralLife {
  let found: Life | null = null;

  const stored = () =>
    db
      .use((pouch) => pouch.get(LIFE_ID))
      .then((doc) => lifeDoc.parse(doc))
      .catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });

  return {
    async isBroken(signal) {
      const known = await stored();
      const reply = await changes({ since: known?.since ?? '0', epoch: known?.epoch ?? '' }, signal);
      const { epoch } = reply;
      if (epoch === undefined) {
        found = { epoch: known?.epoch ?? '', since: String(reply.last_seq) };
        return false;
      }
      found = { epoch, since: String((await changes({ since: '0' }, signal)).last_seq) };
      return known !== null && reply.continues !== true && reply.read !== true;
    },
    async note() {
      const life = found;
      if (life === null) return;
      const old = await stored();
      if (old !== null && old.epoch === life.epoch && old.since === life.since) return;
      await db
        .use((pouch) => pouch.put({ _id: LIFE_ID, ...(old === null ? {} : { _rev: old._rev }), ...life }))
        // Another tab was faster, with the same.
        .catch(() => undefined);
    },
  };
}
