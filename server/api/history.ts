import type { HistoryEvent } from '#api/schemas.ts';
import { optionNames } from '#domain/checkins/doorFigures.ts';
import type { Language } from '#domain/config.ts';
import { calendarOf } from '#domain/days.ts';
import type { Form } from '#domain/documents/form.ts';
import { upToDate } from '#domain/documents/index.ts';
import { databaseName, idRange } from '#domain/ids.ts';
import { describeChange, type HistoryChange } from '#i18n/history.ts';
import { chooseLanguage } from '#i18n/language.ts';
import { historyDatabase, type AnyDoc, type Database, type Storage } from '../storage/types.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** Ids of history events: `h_<13 digits of ms>_<hash>`, so that a range of ids is a range of time. */
const PREFIX = 'h_';
const END = `${PREFIX}\ufff0`;
const DIGITS = 13;
const MAX_PAGE = 2000;

/**
 * GET /historyEvents/{eventId}?since= (specification 1 §7): what happened, in the words of the reader's language,
 * oldest first. `since` in seconds since 1970 (readings, no. 25). With `limit` the newest ones of those `before` an id.
 */
export const historyRoutes: ApiRoutes = (app, parts) => {
  serve(app, parts, 'history', async ({ event, query, request }) => {
    const language = chooseLanguage(request.headers['accept-language']);
    const limit = query.limit === undefined ? null : Math.min(Number(query.limit), MAX_PAGE);
    const { before = null } = query;
    const db = await historyOf(parts.storage, event.id);
    const docs = db === null ? [] : await read(db, { since: Number(query.since ?? ''), limit, before });
    const options = await namesFor(docs, parts.storage, event.id, language);
    // As the event's pages and papers tell its days: a dinner of the third there is of the second where the server stands.
    const { timeZone } = calendarOf(event.timeZone);
    const total = limit === null || before !== null || db === null ? {} : { total: await count(db) };
    const historyEvents = docs.map((doc): HistoryEvent => {
      const {
        _id,
        event: named,
        session,
        author,
        signed,
        createdAt,
        code,
        params,
      } = doc as unknown as HistoryEvent & HistoryChange;
      const change = describeChange(code, params, language, timeZone, options);
      const names = { author, ...(signed == null ? {} : { signed }) };
      return {
        _id,
        type: 'historyevent',
        event: named,
        session: session ?? null,
        ...names,
        change,
        createdAt,
      };
    });
    return { ok: true, historyEvents, ...total };
  });
};

async function historyOf(storage: Storage, eventId: string): Promise<Database | null> {
  const name = historyDatabase(eventId);
  return (await storage.exists(name)) ? storage.open(name) : null;
}

/** What the options of products are called, where one is told of: by the newest form, of the reader's language if there is one. */
async function namesFor(
  docs: readonly AnyDoc[],
  storage: Storage,
  eventId: string,
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const name = databaseName(eventId);
  if (!docs.some(({ code }) => code === 'product_changed') || !(await storage.exists(name))) return new Map();
  const { rows } = await (
    await storage.openExisting(name)
  ).allDocs({ include_docs: true, ...idRange('form_') });
  const forms = rows.flatMap(({ doc }) => (doc == null ? [] : [upToDate(doc as AnyDoc) as unknown as Form]));
  const isTheirs = (form: Form): number => Number(form.language === language);
  const madeAt = ({ metadata }: Form): number => metadata.createdAt ?? 0;
  // Of one id the last counts.
  return optionNames(forms.sort((a, b) => isTheirs(a) - isTheirs(b) || madeAt(a) - madeAt(b)));
}

interface Page {
  /** Seconds since 1970. */
  since: number;
  limit: number | null;
  before: string | null;
}

async function read(db: Database, { since, limit, before }: Page): Promise<AnyDoc[]> {
  const from = PREFIX + String(Math.floor(since * 1000)).padStart(DIGITS, '0');
  // A name from outside leads nowhere else: the server's other documents of this database are nobody's.
  const to = before !== null && before < END ? before : END;
  if (to < from) return [];
  const newest = { descending: true, startkey: to, endkey: from, limit: (limit ?? 0) + 1 };
  const { rows } = await db.allDocs({
    include_docs: true,
    ...(limit === null ? { startkey: from, endkey: to } : newest),
  });
  const docs = rows.flatMap(({ id, doc }) => (doc == null || id === before ? [] : [doc as AnyDoc]));
  return limit === null ? docs : docs.slice(0, limit).reverse();
}

const count = async (db: Database): Promise<number> =>
  (await db.allDocs({ startkey: PREFIX, endkey: END })).rows.length;
