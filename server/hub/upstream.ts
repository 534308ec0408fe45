import { z } from 'zod';
import {
  hubMadeReply,
  hubStateReply,
  joinHubReply,
  type HubState,
  type MadeDoor,
  type ToldRefusals,
} from '#api/hubSchemas.ts';
import { loginReply, pairReply, type loginBody, type pairBody } from '#api/accountSchemas.ts';
import {
  bulkDocsReply,
  bulkGetReply,
  fingerprintsReply,
  leavesReply,
  revsDiffReply,
  seq,
  wireDoc,
} from '#api/replication.ts';
import { API_BASE, DB_BASE } from '#api/wire.ts';
import { databaseName } from '#domain/ids.ts';
import type { AnyDoc, Seq } from '../storage/types.ts';
import { ANSWER, createAsking, UpstreamError } from './asking.ts';

/** The central server's long poll, ms. */
const LONG_POLL = 25_000;
/** Somebody stands there and waits for the login. */
const LOGIN_PATIENCE = 4000;

type LoginBody = z.infer<typeof loginBody>;
type PairBody = z.infer<typeof pairBody>;
export type PairReply = z.infer<typeof pairReply>;
export type LoginReply = z.infer<typeof loginReply>;

/** A document with `_revisions`, as replication carries it. */
export type WireDoc = AnyDoc & { _id: string; _rev: string };
export interface Row {
  id: string;
  revs: string[];
  doc: WireDoc | null;
}
export interface Changes {
  rows: Row[];
  since: Seq;
  /** The database is in another life than the one that was named; then there are no rows (decision 14). */
  moved: { epoch: string; continues: boolean } | null;
  /** Up to where check-ins beyond these rows came with them; the next question says it again. */
  ahead: Seq | null;
}
export interface Verdict {
  id: string;
  rev: string | null;
  /** Null when it was taken. */
  refused: { name: string; reason: string } | null;
}

const changesReply = z.object({
  results: z.array(
    z.object({ id: z.string(), changes: z.array(z.object({ rev: z.string() })), doc: wireDoc.optional() }),
  ),
  last_seq: seq,
  epoch: z.string().nullish(),
  continues: z.boolean().nullish(),
  ahead: seq.nullish(),
});

/** One event's database at the central server. */
export interface RemoteEvent {
  changes(
    asked: { since: Seq; epoch: string; wait: boolean; ahead: Seq | null },
    signal: AbortSignal,
  ): Promise<Changes>;
  fingerprints(signal: AbortSignal): Promise<{ epoch: string; since: Seq; groups: Record<string, string> }>;
  leaves(groups: readonly string[], signal: AbortSignal): Promise<Row[]>;
  bulkGet(revisions: readonly { id: string; rev: string }[], signal: AbortSignal): Promise<WireDoc[]>;
  /** What is missing there of these. */
  revsDiff(revisions: Record<string, string[]>, signal: AbortSignal): Promise<Record<string, string[]>>;
  /** `brought`: who brought a document to this hub, where that is not its author. */
  write(docs: readonly WireDoc[], brought: Record<string, string>, signal: AbortSignal): Promise<Verdict[]>;
}

/** The central server, as the hub asks it. Everything throws an UpstreamError. */
export interface Upstream {
  /** Null for a code that is worth nothing. */
  join(code: string): Promise<{ userId: string; name: string; token: string } | null>;
  state(signal: AbortSignal): Promise<Omit<HubState, 'ok'>>;
  /** Tells of doors that were paired on the hub; resolves with the ids of those that are none there. */
  made(doors: readonly MadeDoor[], signal: AbortSignal): Promise<readonly string[]>;
  /** Tells what it did not take. */
  refused(told: ToldRefusals, signal: AbortSignal): Promise<void>;
  /** A login that was ended on the hub ends there as well. */
  endLogin(userId: string, loginId: string, signal: AbortSignal): Promise<void>;
  /** The answer to somebody's login. */
  login(body: LoginBody, headers: Record<string, string>): Promise<LoginReply>;
  /** The answer to a phone that brings a door's code. */
  pair(body: PairBody, headers: Record<string, string>): Promise<PairReply>;
  event(eventId: string): RemoteEvent;
  /** By how much this clock differs from the central server's, as that one last said its own, ms. */
  clockOff(): number;
  /** What time it was there when it was last heard, ms; null before. */
  lastTime(): number | null;
}

/** `patience`: how long a sign of life is waited for, ms. */
export function createUpstream(
  address: string,
  who: () => { token: string; userId: string } | null,
  { patience, now = Date.now }: { patience?: number; now?: () => number } = {},
): Upstream {
  let off = 0;
  let last: number | null = null;
  const ask = createAsking(address, who, {
    ...(patience === undefined ? {} : { usual: patience }),
    onTime(there) {
      off = Math.abs(now() - there);
      last = there;
    },
  });
  return {
    clockOff: () => off,
    lastTime: () => last,
    async join(code) {
      const reply = await ask(`${API_BASE}/hub/join`, {
        ...{ method: 'POST', body: { code }, schema: joinHubReply, anonymous: true },
      });
      if (!reply.success) return null;
      return { userId: reply.user._id, name: reply.user.username, token: reply.token };
    },
    async state(signal) {
      const { events, people } = await ask(`${API_BASE}/hub/state`, { schema: hubStateReply, signal });
      return { events, people };
    },
    async endLogin(userId, loginId, signal) {
      const body = { login: `${userId}.${loginId}` };
      await ask(`${API_BASE}/logout`, { method: 'POST', body, schema: z.unknown(), anonymous: true, signal });
    },
    async made(doors, signal) {
      const asked = { method: 'POST', body: { doors }, schema: hubMadeReply, signal } as const;
      return (await ask(`${API_BASE}/hub/made`, asked)).refused;
    },
    async refused(body, signal) {
      await ask(`${API_BASE}/hub/refused`, { method: 'POST', body, schema: z.unknown(), signal });
    },
    login: (body, headers) => ask(`${API_BASE}/login`, { ...passedOn(body, headers), schema: loginReply }),
    pair: (body, headers) => ask(`${API_BASE}/pair`, { ...passedOn(body, headers), schema: pairReply }),
    event(eventId) {
      const base = `${DB_BASE}/${databaseName(eventId)}`;
      return {
        async changes({ since, epoch, wait, ahead }, signal) {
          const query = new URLSearchParams({
            style: 'all_docs',
            since: String(since),
            epoch,
            inline: 'checkins',
          });
          query.set('limit', '1000');
          if (ahead !== null) query.set('ahead', String(ahead));
          if (wait) {
            query.set('feed', 'longpoll');
            query.set('timeout', String(LONG_POLL));
          }
          const path = `${base}/_changes?${query.toString()}`;
          const answer = wait ? LONG_POLL + ANSWER : ANSWER;
          const reply = await ask(path, { schema: changesReply, signal, answer });
          return {
            rows: reply.results.map(({ id, changes, doc }) => ({
              ...{ id, revs: changes.map(({ rev }) => rev), doc: doc ?? null },
            })),
            since: reply.last_seq,
            moved: reply.epoch == null ? null : { epoch: reply.epoch, continues: reply.continues === true },
            ahead: reply.ahead ?? null,
          };
        },
        async fingerprints(signal) {
          const { epoch, last_seq, groups } = await ask(`${base}/_leaves`, {
            schema: fingerprintsReply,
            signal,
          });
          return { epoch, since: last_seq, groups };
        },
        async leaves(groups, signal) {
          const asked = { method: 'POST', body: { groups }, schema: leavesReply, signal } as const;
          const { rows } = await ask(`${base}/_leaves`, asked);
          return rows.map(({ id, revs }) => ({ id, revs, doc: null }));
        },
        async bulkGet(docs, signal) {
          const asked = { method: 'POST', body: { docs }, schema: bulkGetReply, signal } as const;
          const { results } = await ask(`${base}/_bulk_get?revs=true&attachments=true`, asked);
          const found = results.flatMap((one) => one.docs);
          // A revision that is gone has a successor, which the changes name; any other failure may pass.
          const failed = found.find((doc) => 'error' in doc && doc.error.error !== 'not_found');
          if (failed !== undefined) throw new UpstreamError('offline', 'a document could not be read there');
          return found.flatMap((doc) => ('ok' in doc ? [doc.ok] : []));
        },
        async revsDiff(body, signal) {
          const reply = await ask(`${base}/_revs_diff?all=true`, {
            ...{ method: 'POST', body, schema: revsDiffReply, signal },
          });
          // Silence never counts as a yes.
          const left = Object.keys(body).find((id) => !Object.hasOwn(reply, id));
          if (left !== undefined) throw new UpstreamError('offline', `the answer leaves out ${left}`);
          return Object.fromEntries(Object.entries(reply).map(([id, { missing }]) => [id, missing]));
        },
        async write(docs, brought, signal) {
          const body = { new_edits: false, docs, brought };
          const reply = await ask(`${base}/_bulk_docs`, {
            method: 'POST',
            body,
            schema: bulkDocsReply,
            signal,
          });
          return reply.map((verdict) => ({
            ...{ id: verdict.id, rev: verdict.rev ?? null },
            refused:
              'ok' in verdict ? null : { name: verdict.error, reason: verdict.reason ?? verdict.error },
          }));
        },
      };
    },
  };
}

const passedOn = (body: unknown, headers: Record<string, string>) =>
  ({ method: 'POST', body, headers, anonymous: true, patience: LOGIN_PATIENCE }) as const;
