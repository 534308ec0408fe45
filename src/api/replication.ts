import { z } from 'zod';

/* What the calls of an event's database answer (docs/replication.md), to devices and to hubs. */

export const seq = z.union([z.number(), z.string()]);
export const wireDoc = z.looseObject({ _id: z.string(), _rev: z.string() });

export const fingerprintsReply = z.object({
  epoch: z.string(),
  last_seq: seq,
  groups: z.record(z.string(), z.string()),
});
export const leavesReply = z.object({
  rows: z.array(z.object({ id: z.string(), revs: z.array(z.string()) })),
});
export const bulkGetReply = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      docs: z.array(
        z.union([z.object({ ok: wireDoc }), z.object({ error: z.looseObject({ error: z.string() }) })]),
      ),
    }),
  ),
});
export const revsDiffReply = z.record(z.string(), z.object({ missing: z.array(z.string()).default([]) }));
export const bulkDocsReply = z.array(
  z.union([
    z.object({ ok: z.literal(true), id: z.string(), rev: z.string() }),
    z.object({
      id: z.string(),
      rev: z.string().nullish(),
      error: z.string().min(1),
      reason: z.string().nullish(),
    }),
  ]),
);
