import { z } from 'zod';
import { canonical } from '#domain/canonical.ts';
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

const NAME = 'life';
const lifeDoc = z.object({ epoch: z.string(), since: z.string() });
export type Life = z.infer<typeof lifeDoc>;

/** In which life of the server's `central` this device last read the list (decision 14). */
export interface CentralLife {
  /** How it is now, and whether the server may have lost what this device read before. Throws when it cannot be asked. */
  ask(signal?: AbortSignal): Promise<{ life: Life; broken: boolean }>;
  /** What was found was dealt with. */
  note(life: Life): Promise<void>;
}

export function createCentralLife(
  db: LocalDatabase,
  changes: (asked: ChangesAsked, signal?: AbortSignal) => Promise<ChangesReply>,
): CentralLife {
  const stored = async (): Promise<Life | null> => lifeDoc.safeParse(await db.readLocal(NAME)).data ?? null;

  return {
    async ask(signal) {
      const known = await stored();
      const { epoch, ...reply } = await changes(known ?? { epoch: '', since: '0' }, signal);
      if (epoch === undefined) {
        return { life: { epoch: known?.epoch ?? '', since: String(reply.last_seq) }, broken: false };
      }
      const { last_seq } = await changes({ since: '0' }, signal);
      const broken = known !== null && reply.continues !== true && reply.read !== true;
      return { life: { epoch, since: String(last_seq) }, broken };
    },
    async note(life) {
      if (canonical(await stored()) !== canonical(life)) await db.writeLocal(NAME, life);
    },
  };
}
