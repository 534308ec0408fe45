import { canonical } from '#domain/canonical.ts';
import { isEditedApart, registerOf } from '#domain/conflicts/registers.ts';
import { timeIn } from '#domain/documents/registerTimes.ts';
import type { Session } from '#domain/documents/session.ts';
import { typeOfId } from '#domain/ids.ts';
import { own } from '#domain/plan/parts.ts';
import { detailTimesOf } from '#domain/sessions/detailTimes.ts';
import { restOf, tablesOf } from '#domain/sessions/planTimes.ts';
import type { FieldChange, HistoryChange } from '#i18n/history.ts';
import type { AnyDoc } from '../../storage/types.ts';
import { historyValue } from './snapshot.ts';

interface Apart {
  others?: readonly AnyDoc[];
  edits?: number;
}

/** Not content: who, when, and what programs keep of it, which follows from what people do. */
const SILENT = new Set([
  ...['type', 'metadata', 'canceled', 'schemaVersion'],
  ...['id', 'dbName', 'authorized', 'example', 'pictureSize', 'invoiceNextIndex'],
  ...['invoiceIndex', 'statusBefore', 'hold', 'standsIn', 'settlement', 'linkVersion', 'notifs'],
  ...['accessId', 'hadAccessId', 'counterpartId', 'replaces', 'joins', 'count', 'resendConsumerIds'],
]);

/** Nor what gives way without being lost: who noted the same payment of a bank statement later, what a registration tells of notes. */
const OF_MONEY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['payment', new Set([...SILENT, 'author', 'device', 'time'])],
  ['consumer', new Set([...SILENT, 'taken'])],
]);

/**
 * What a version said that gave way as a whole in a merge, field by field: nothing vanishes silently (decision 3).
 * Entries of sessions are told by their differences; only the details and the plan are compared, and of them what was never told (`told`:
 * the registers of the snapshot). Of what else merges register by register, only what the
 * loser itself may have changed: the `edits` writes that not all the `others` stand upon. null when there is no news.
 */
export function overruled(
  loser: AnyDoc,
  merged: AnyDoc,
  { told = [], others = [], edits = Infinity }: Apart & { told?: readonly number[] } = {},
): HistoryChange | null {
  const docType = typeOfId(String(loser['_id']));
  if (docType === null) return null;
  const isOwn = isEditedApart(loser, others, edits);
  const changes =
    docType === 'session'
      ? sessionChanges(loser, merged, told)
      : fieldChanges(loser, merged, OF_MONEY.get(docType) ?? SILENT).filter(({ field }) => isOwn(field));
  if (changes.length === 0) return null;
  return { code: 'version_overruled', params: { docType, name: nameOf(merged), changes } };
}

const APART = new Set([
  ...SILENT,
  'clients',
  'removedClients',
  'lateRegisters',
  'files',
  'plan',
  'detailTimes',
  // The status tells it.
  'archivedAt',
  'time_start',
  'time_end',
  'title_fr',
]);

function sessionChanges(loser: AnyDoc, merged: AnyDoc, told: readonly number[]): FieldChange[] {
  const [was, is] = [loser, merged].map((doc) => ({ metadata: {}, ...doc }) as unknown as Session) as [
    Session,
    Session,
  ];
  const isNews: IsNews = (at, now) => at !== undefined && at !== now && !told.includes(at);
  const isDetailNews = (field: string): boolean => isNews(detailTime(was, field), detailTime(is, field));
  const changes = fieldChanges(loser, merged, APART).filter(({ field }) => isDetailNews(field));
  if (isPlanOverruled(was, is, isNews))
    changes.push({ field: 'plan', from: tableCount(loser), to: tableCount(merged) });
  return changes;
}

const detailTime = (session: Session, field: string): number | undefined =>
  session.metadata.detailsAt === undefined
    ? undefined
    : timeIn(detailTimesOf(session), registerOf('session', field));

/** Whether a part that the loser changed then was never told of, and is of another time now. */
type IsNews = (at: number | undefined, now: number | undefined) => boolean;

/** Plans merge table by table (`mergePlans`): whether anything that this version changed is otherwise in the merged one. */
function isPlanOverruled(was: Session, is: Session, isNews: IsNews): boolean {
  const isOther = (a: object | null, b: object | null): boolean => canonical(a) !== canonical(b);
  const { planAt, planRestAt, tableTimes = {} } = was.metadata;
  const now = is.metadata.tableTimes ?? {};
  // It made the plan, or a program wrote it that knows nothing of such times.
  if (![planRestAt, ...Object.values(tableTimes)].includes(planAt))
    return isNews(planAt, is.metadata.planAt) && isOther(was.plan ?? null, is.plan ?? null);
  const overruled = Object.entries(tableTimes).filter(([id, at]) => isNews(at, own(now, id) ?? undefined));
  return (
    (isNews(planRestAt, is.metadata.planRestAt) && isOther(restOf(was), restOf(is))) ||
    overruled.some(([id]) => isOther(own(tablesOf(was), id), own(tablesOf(is), id)))
  );
}

function tableCount(session: AnyDoc): number | null {
  const plan = session['plan'] as { state?: { tables?: object } } | null | undefined;
  return plan?.state?.tables === undefined ? null : Object.keys(plan.state.tables).length;
}

function fieldChanges(loser: AnyDoc, merged: AnyDoc, silent: ReadonlySet<string>): FieldChange[] {
  const from = flat(loser, silent);
  const to = flat(merged, silent);
  return [...new Set([...from.keys(), ...to.keys()])].sort().flatMap((field) => {
    const change = { field, from: historyValue(from.get(field)), to: historyValue(to.get(field)) };
    return change.from === change.to || isEmpty(change) ? [] : [change];
  });
}

/** Objects are taken apart one level deep: a registration's amount, not its whole JSON. */
function flat(doc: AnyDoc, silent: ReadonlySet<string>): Map<string, unknown> {
  const result = new Map<string, unknown>();
  for (const [key, value] of Object.entries(doc)) {
    if (key.startsWith('_') || silent.has(key)) continue;
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      for (const [part, inner] of Object.entries(value)) result.set(`${key}.${part}`, inner);
    } else result.set(key, value);
  }
  return result;
}

/** A missing field and an empty one say the same. */
const isEmpty = ({ from, to }: FieldChange): boolean => (from ?? '') === '' && (to ?? '') === '';

function nameOf(doc: AnyDoc): string {
  const person = (doc['person'] ?? {}) as AnyDoc;
  const names = [doc['forename'] ?? person['forename'], doc['surname'] ?? person['surname']];
  const name = names.filter((part) => typeof part === 'string' && part !== '').join(' ');
  if (name !== '') return name;
  const title = doc['title'] ?? doc['name'];
  return typeof title === 'string' ? title : '';
}
