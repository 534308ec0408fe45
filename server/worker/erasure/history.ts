import { NO_NAME } from '#domain/documents/erasure.ts';
import type { FieldChange } from '#i18n/history.ts';
import type { AnyDoc, Database } from '../../storage/types.ts';
import { getMany, putMany } from '../couch.ts';
import { HISTORY_PREFIX, snapshotId, type HistoryDoc } from '../history/documents.ts';

const PAGE = 500;

/** Of whom the history may tell, and how it called them. */
export interface Traces {
  ids: ReadonlySet<string>;
  names: Set<string>;
}

/** Names under which erased people stand in the history, as their snapshots keep them until that is done. */
export async function tracesOf(historyDb: Database, ids: readonly string[]): Promise<Traces> {
  const stored = await getMany(historyDb, ids.map(snapshotId));
  const names = [...stored.values()].flatMap(({ doc }) =>
    typeof doc?.['formerName'] === 'string' ? doc['formerName'] : [],
  );
  return { ids: new Set(ids), names: new Set(names) };
}

/** The newest first, so that a former name is known before what was told under it. */
export async function* tellingOf(historyDb: Database, traces: Traces): AsyncGenerator<HistoryDoc[]> {
  let before = `${HISTORY_PREFIX}\ufff0`;
  for (;;) {
    const { rows } = await historyDb.allDocs({
      ...{ descending: true, startkey: before, endkey: HISTORY_PREFIX, limit: PAGE, include_docs: true },
      inclusive_end: true,
    });
    const docs = rows.flatMap(({ id, doc }) => (id === before ? [] : [doc as unknown as HistoryDoc]));
    const last = docs.at(-1);
    if (last === undefined) return;
    const telling: HistoryDoc[] = [];
    for (const doc of docs) {
      if (!tells(doc, traces)) continue;
      telling.push(doc);
      const { client, changes } = doc.params as Params;
      if (client !== undefined && changes !== undefined) traces.names.add(nameBefore(client, changes));
    }
    yield telling;
    before = last._id;
  }
}

/** What the history tells of erased people, without them. May be done again. */
export async function eraseHistory(historyDb: Database, traces: Traces): Promise<void> {
  for await (const docs of tellingOf(historyDb, traces)) {
    const late = await putMany(historyDb, docs.map((doc) => without(doc, traces)) as unknown as AnyDoc[]);
    if (late.size > 0) throw new Error('the history is being written');
  }
}

/** Their former names, and events that a crash may have left there to be written. */
export async function endTraces(historyDb: Database, ids: readonly string[]): Promise<void> {
  const stored = await getMany(historyDb, ids.map(snapshotId));
  const docs = [...stored.values()].flatMap(({ doc }) => {
    if (doc === null) return [];
    const { formerName: _gone, ...rest } = doc;
    return [{ ...rest, outbox: [] }];
  });
  const late = await putMany(historyDb, docs);
  if (late.size > 0) throw new Error('the history is being written');
}

const ABOUT_ONE = /^(client|consumer)_|^version_overruled$/;
type Params = Partial<{ client: string; name: string; names: string[]; changes: FieldChange[] }>;

function tells(doc: HistoryDoc, traces: Traces): boolean {
  const { code, of } = doc;
  if (code === 'person_erased' || code === 'about_erased') return false;
  if (of !== undefined && !of.some((id) => traces.ids.has(id))) return false;
  const isWhole = of !== undefined && ABOUT_ONE.test(code);
  return isWhole || areTheirs(doc, traces).includes(true);
}

/** Which of the names that an entry has are theirs: by the ids where it says whose each is, as another may be called the same. */
export function areTheirs(
  { params, of }: Pick<HistoryDoc, 'params' | 'of'>,
  { ids, names }: Traces,
): boolean[] {
  const { client, name, names: many = [] } = params as Params;
  const called = [...[client, name].filter((one) => one !== undefined), ...many];
  const whose = of?.length === called.length ? of : null;
  return called.map((one, at) => {
    if (one === '' || one === NO_NAME) return false;
    return whose === null ? names.has(one) : ids.has(whose[at] ?? '');
  });
}

/** How somebody was called before these changes of the name. */
function nameBefore(name: string, changes: readonly FieldChange[]): string {
  const textOf = (field: string, side: 'from' | 'to'): string | undefined => {
    const value = changes.find((change) => change.field === field)?.[side];
    return typeof value === 'string' ? value : undefined;
  };
  const [forename, surname] = ['forename', 'surname'].map((field) => textOf(field, 'to'));
  const rest = {
    forename: surname === undefined ? name : name.slice(0, -surname.length).trim(),
    surname: forename === undefined ? name : name.slice(forename.length).trim(),
  };
  if (forename === undefined && surname === undefined) return name;
  return [textOf('forename', 'from') ?? rest.forename, textOf('surname', 'from') ?? rest.surname]
    .join(' ')
    .trim();
}

function without(doc: HistoryDoc, traces: Traces): HistoryDoc {
  if (ABOUT_ONE.test(doc.code)) {
    const { of: _of, ...rest } = doc;
    return { ...rest, code: 'about_erased', params: {} } as HistoryDoc;
  }
  const params = { ...doc.params } as Params;
  if (params.client !== undefined) params.client = NO_NAME;
  const isTheirs = areTheirs(doc, traces);
  if (params.names !== undefined)
    params.names = params.names.map((one, at) => (isTheirs[at] === true ? NO_NAME : one));
  return { ...doc, params } as HistoryDoc;
}
