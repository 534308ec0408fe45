import type { HistoryEvent } from '#api/schemas.ts';
import { describeChange, type HistoryChange } from '#i18n/history.ts';
import { chooseLanguage } from '#i18n/language.ts';
import { historyDatabase, type AnyDoc, type Storage } from '../storage/types.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** Ids of history events: `h_<13 digits of ms>_<hash>`, so that a range of ids is a range of time. */
const PREFIX = 'h_';
const DIGITS = 13;

/**
 * GET /historyEvents/{eventId}?since= (specification 1 §7): what happened, in the words of the reader's language,
 * oldest first. `since` in seconds since 1970 (readings, no. 25).
 */
export const historyRoutes: ApiRoutes = (app, parts) => {
  serve(app, parts, 'history', async ({ event, query, request }) => {
    const language = chooseLanguage(request.headers['accept-language']);
    const docs = await readHistory(parts.storage, event.id, Number(query.since ?? ''));
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
      const change = describeChange(code, params, language);
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
    return { ok: true, historyEvents };
  });
};

async function readHistory(storage: Storage, eventId: string, since: number): Promise<AnyDoc[]> {
  const name = historyDatabase(eventId);
  if (!(await storage.exists(name))) return [];
  const db = await storage.open(name);
  const from = String(Math.floor(since * 1000)).padStart(DIGITS, '0');
  const { rows } = await db.allDocs({
    startkey: `${PREFIX}${from}`,
    endkey: `${PREFIX}\ufff0`,
    include_docs: true,
  });
  return rows.flatMap(({ doc }) => (doc == null ? [] : [doc as AnyDoc]));
}
