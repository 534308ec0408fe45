import { z } from 'zod';

/**
 * First pull of an event (decision 18): GET /db/<name>/_bundle?mode=light|full&after=<doc id> streams
 * NDJSON. First line: `{ "last_seq": seq, "total": n }`, read before anything else. Then one document per line,
 * every leaf with `_revisions` and inline attachments, in the order of ids; conflicts' leaves follow one another.
 * Last line `{ "done": true }`: without it the bundle was cut off, and `after=<last whole document id>` resumes it
 * (with the first `last_seq`, which stays right because everything later is in the changes after it). `epoch` names
 * the life of the database in which that position counts (decision 14). A line `{ "leftOut": n, "last": id }`
 * stands for entry changes up to that id which the sessions say already; only apps that know it get one.
 */
export const bundleHead = z.object({
  last_seq: z.union([z.number(), z.string()]),
  total: z.number(),
  epoch: z.string().optional(),
});

export const bundleLeftOut = z.object({ leftOut: z.number().int().min(1), last: z.string() });
