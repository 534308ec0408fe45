import { z } from 'zod';
import { bundleHead } from '#api/bundle.ts';
import {
  bulkDocsReply,
  bulkGetReply,
  fingerprintsReply,
  leavesReply,
  revsDiffReply,
  seq,
  wireDoc,
} from '#api/replication.ts';
import { DB_BASE } from '#api/wire.ts';
import { databaseName, idRange } from '#domain/ids.ts';
import type { CopyMode } from '#domain/devices/light.ts';
import type { AnyDoc } from '../deps.ts';
import { DataFailure } from '../failure.ts';
import type { Seq } from '../local/positions.ts';
import type { Http } from './http.ts';

/** The long poll's own time-out at the server, ms; the watchdog here waits a little longer. */
export const LONG_POLL_MS = 25_000;
const WATCHDOG_MS = LONG_POLL_MS + 10_000;

export interface RemoteChange {
  id: string;
  revs: string[];
  /** Came with the row: so a check-in needs no second exchange. */
  doc: WireDoc | null;
}
export interface RemoteChanges {
  rows: RemoteChange[];
  since: Seq;
  /** Changes after these, 0 when nothing is left; null when the server does not say. */
  pending: number | null;
  /** The server's database is in another epoch than the one that was named; then there are no rows. */
  moved: { epoch: string; continues: boolean } | null;
  /** Up to where check-ins beyond these rows came with them; null where none may be missing. */
  ahead: Seq | null;
}
export interface PushAnswer {
  id: string;
  rev: string | null;
  /** Null when the server took it. */
  error: { name: string; reason: string } | null;
}

/** A document with `_revisions`, as replication carries it. */
export type WireDoc = AnyDoc & { _id: string; _rev: string };

/** One event's database on the server: the replication protocol's calls that the loops need (decision 2). */
export interface Remote {
  changes(options: {
    since: Seq;
    limit: number;
    wait: boolean;
    mode: CopyMode;
    /** The epoch in which `since` was told; '' when unknown. */
    epoch: string;
    /** What the page before said. */
    ahead: Seq | null;
    signal: AbortSignal;
  }): Promise<RemoteChanges>;
  /** Those that the server still has. Throws `offline` when the answer leaves one out. */
  bulkGet(revisions: { id: string; rev: string }[], signal: AbortSignal): Promise<WireDoc[]>;
  /** What the server has never seen of these. Throws `offline` when the answer leaves a document out. */
  revsDiff(revisions: Record<string, string[]>, signal: AbortSignal): Promise<Record<string, string[]>>;
  /** Writes with `new_edits: false`. A document that no answer names was perhaps not taken. */
  bulkDocs(docs: readonly WireDoc[], signal: AbortSignal): Promise<PushAnswer[]>;
  bundle(mode: CopyMode, after: string | null, signal: AbortSignal): Promise<Response>;
  /** What the server holds, by group (domain/conflicts/leaves.ts), with the position at which it does. */
  fingerprints(signal: AbortSignal): Promise<{ epoch: string; since: Seq; groups: Record<string, string> }>;
  /** The leaves of every document of these groups. */
  leaves(groups: readonly string[], signal: AbortSignal): Promise<RemoteChange[]>;
  /** The winning revisions of the documents whose ids begin so. */
  heads(prefix: string, signal: AbortSignal): Promise<RemoteChange[]>;
  /** The same of these, deleted ones too; those that never were are left out. */
  headsOf(ids: readonly string[], signal: AbortSignal): Promise<RemoteChange[]>;
  /** Documents of this mode on the server. */
  count(mode: CopyMode, signal: AbortSignal): Promise<number>;
}

const changesReply = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      changes: z.array(z.object({ rev: z.string() })),
      doc: wireDoc
        .extend({ _revisions: z.object({ start: z.number(), ids: z.array(z.string()) }) })
        .optional(),
    }),
  ),
  last_seq: seq,
  pending: z.number().nullish(),
  epoch: z.string().nullish(),
  continues: z.boolean().nullish(),
  ahead: seq.nullish(),
});
const headsReply = z.object({
  rows: z.array(z.object({ id: z.string().optional(), value: z.object({ rev: z.string() }).nullish() })),
});

export function createRemote(http: Http, eventId: string): Remote {
  const base = `${DB_BASE}/${encodeURIComponent(databaseName(eventId))}`;

  async function call<T extends z.ZodType>(
    schema: T,
    path: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<z.infer<T>> {
    return parsed(schema, await http.request(base + path, { method: 'POST', body, signal }), path);
  }

  return {
    async changes({ since, limit, wait, mode, epoch, ahead, signal }) {
      const query = new URLSearchParams({ style: 'all_docs', since: String(since), limit: String(limit) });
      query.set('inline', 'checkins');
      query.set('epoch', epoch);
      if (ahead !== null) query.set('ahead', String(ahead));
      if (wait) {
        query.set('feed', 'longpoll');
        query.set('timeout', String(LONG_POLL_MS));
      }
      // The gateway knows the filter by its name and runs no script for it; a GET is the smaller request.
      if (mode === 'light') query.set('filter', 'main/light');
      const path = `/_changes?${query.toString()}`;
      const waiting = wait ? { timeout: WATCHDOG_MS, waits: true } : {};
      const reply = parsed(changesReply, await http.request(base + path, { signal, ...waiting }), path);
      return {
        rows: reply.results.map(({ id, changes, doc = null }) => ({
          id,
          revs: changes.map(({ rev }) => rev),
          doc,
        })),
        since: reply.last_seq,
        pending: reply.pending ?? null,
        moved: reply.epoch == null ? null : { epoch: reply.epoch, continues: reply.continues === true },
        ahead: reply.ahead ?? null,
      };
    },
    async bulkGet(revisions, signal) {
      const reply = await call(
        bulkGetReply,
        '/_bulk_get?revs=true&attachments=true',
        { docs: revisions },
        signal,
      );
      const entries = reply.results.flatMap(({ id, docs }) => docs.map((doc) => ({ id, doc })));
      const docs = entries.flatMap(({ doc }) => ('ok' in doc ? [doc.ok] : []));
      // A revision that is gone has a successor, which the changes name; any other failure may pass.
      const gone = new Set(
        entries.flatMap(({ id, doc }) => ('error' in doc && doc.error.error === 'not_found' ? [id] : [])),
      );
      const read = new Set(docs.map(({ _id, _rev }) => `${_id} ${_rev}`));
      const left = revisions.find(({ id, rev }) => !read.has(`${id} ${rev}`) && !gone.has(id));
      if (left !== undefined) throw leftOut(left.id, '/_bulk_get');
      return docs;
    },
    async revsDiff(revisions, signal) {
      const reply = await call(revsDiffReply, '/_revs_diff?all=true', revisions, signal);
      const left = Object.keys(revisions).find((id) => !Object.hasOwn(reply, id));
      if (left !== undefined) throw leftOut(left, '/_revs_diff');
      return Object.fromEntries(Object.entries(reply).map(([id, { missing }]) => [id, missing]));
    },
    async bulkDocs(docs, signal) {
      const reply = await call(bulkDocsReply, '/_bulk_docs', { new_edits: false, docs }, signal);
      return reply.map((answer) => ({
        id: answer.id,
        rev: answer.rev ?? null,
        error: 'ok' in answer ? null : { name: answer.error, reason: answer.reason ?? '' },
      }));
    },
    bundle(mode, after, signal) {
      const query = new URLSearchParams({ mode });
      if (after !== null) query.set('after', after);
      return http.stream(`${base}/_bundle?${query.toString()}`, { signal });
    },
    async fingerprints(signal) {
      const reply = parsed(fingerprintsReply, await http.request(`${base}/_leaves`, { signal }), '/_leaves');
      return { epoch: reply.epoch, since: reply.last_seq, groups: reply.groups };
    },
    async leaves(groups, signal) {
      const { rows } = await call(leavesReply, '/_leaves', { groups }, signal);
      return rows.map(({ id, revs }) => ({ id, revs, doc: null }));
    },
    async heads(prefix, signal) {
      const { startkey, endkey } = idRange(prefix);
      const range = { startkey: JSON.stringify(startkey), endkey: JSON.stringify(endkey) };
      const path = `/_all_docs?${new URLSearchParams(range).toString()}`;
      return headsIn(parsed(headsReply, await http.request(base + path, { signal }), '/_all_docs'));
    },
    async headsOf(ids, signal) {
      return headsIn(await call(headsReply, '/_all_docs', { keys: ids }, signal));
    },
    async count(mode, signal) {
      // The bundle's first line tells the number of documents of this mode; after the last id nothing follows it.
      const query = new URLSearchParams({ mode, after: '\ufff0' });
      const text = await http.text(`${base}/_bundle?${query.toString()}`, { signal });
      return parsed(bundleHead, JSON.parse(text.slice(0, text.indexOf('\n'))), '/_bundle').total;
    },
  };
}

const headsIn = ({ rows }: z.infer<typeof headsReply>): RemoteChange[] =>
  rows.flatMap(({ id, value }) =>
    id === undefined || value == null ? [] : [{ id, revs: [value.rev], doc: null }],
  );

/** An answer counts only when it speaks for everything that was asked. */
const leftOut = (id: string, path: string): DataFailure =>
  new DataFailure({ code: 'offline', message: `the reply to ${path} leaves out ${id}` });

function parsed<T extends z.ZodType>(schema: T, value: unknown, path: string): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new DataFailure({ code: 'unknown', message: `unexpected reply to ${path}` });
}
