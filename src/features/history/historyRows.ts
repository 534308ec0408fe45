import type { HistoryEvent } from '#data/types.ts';
import type { Language } from '#domain/config.ts';
import { searchable, searchIn } from '#domain/search/search.ts';
import { collatorOf } from '#ui/words/format.ts';

/** Specification 1 §9. */
export const PAGE_SIZE = 10;
export const COLUMNS = ['date', 'event', 'session', 'author', 'message'] as const;
export type Column = (typeof COLUMNS)[number];

export interface HistoryView {
  sort: Column;
  descending: boolean;
  /** Ids, empty for all. */
  session: string;
  author: string;
  text: string;
}
/** How the address says it. By date, the newest first (specification 1 §2, History). */
export const FIRST_VIEW = { sort: 'date', order: 'down', session: '', author: '', find: '', page: '1' };

/** The view that an address asks for; what it says wrongly is as at first. */
export const viewOf = ({ sort, order, session, author, find }: typeof FIRST_VIEW): HistoryView => ({
  sort: COLUMNS.find((column) => column === sort) ?? 'date',
  descending: order !== 'up',
  session,
  author,
  text: find,
});

interface Titled {
  title: string;
  titleFrench?: string | null;
}

/**
 * The entries with the names of the event, of its sessions and of what the server does itself in the reader's language (`own`, by
 * the author's id). An event or a session that has been renamed since keeps the name that it had.
 */
export function named(
  events: readonly HistoryEvent[],
  titled: { event: Titled | null; session: (id: string) => Titled | null },
  titleOf: (item: Titled) => string,
  own: Readonly<Record<string, string>>,
): readonly HistoryEvent[] {
  const shown = <T extends { name: string }>(part: T, item: Titled | null): T =>
    item?.title === part.name ? { ...part, name: titleOf(item) } : part;
  return events.map((entry) => ({
    ...entry,
    author: { ...entry.author, name: own[entry.author.id] ?? entry.author.name },
    event: shown(entry.event, titled.event),
    session: entry.session == null ? entry.session : shown(entry.session, titled.session(entry.session.id)),
  }));
}

const textOf: Record<Exclude<Column, 'date'>, (event: HistoryEvent) => string> = {
  event: ({ event }) => event.name,
  session: ({ session }) => session?.name ?? '',
  author: ({ author }) => author.name,
  message: ({ change }) => change,
};

/** What is shown of the history, in its order. Equal entries stay in the order of time. */
export function arrange(
  events: readonly HistoryEvent[],
  view: HistoryView,
  language: Language,
): readonly HistoryEvent[] {
  const chosen = events.filter(
    ({ session, author }) =>
      (view.session === '' || session?.id === view.session) &&
      (view.author === '' || author.id === view.author),
  );
  const found =
    view.text.trim() === ''
      ? chosen
      : searchIn(
          chosen.map((event) =>
            searchable(
              event,
              event.change,
              event.author.name,
              event.signed?.name,
              event.session?.name,
              event.event.name,
            ),
          ),
          view.text,
        );
  const { compare } = collatorOf(language);
  const { sort } = view;
  const sign = view.descending ? -1 : 1;
  const byTime = (a: HistoryEvent, b: HistoryEvent) =>
    a.createdAt - b.createdAt || (a._id < b._id ? -1 : a._id > b._id ? 1 : 0);
  return [...found].sort((a, b) =>
    sort === 'date' ? sign * byTime(a, b) : sign * compare(textOf[sort](a), textOf[sort](b)) || -byTime(a, b),
  );
}

/** The sessions or authors that occur, by name. */
export function occurring(
  events: readonly HistoryEvent[],
  part: 'session' | 'author',
  language: Language,
): { value: string; label: string }[] {
  const names = new Map<string, string>();
  // The newest name of each counts.
  for (const event of events) {
    const one = event[part];
    if (one != null) names.set(one.id, one.name);
  }
  const { compare } = collatorOf(language);
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => compare(a.label, b.label));
}

/** True for what happened since the last login (ms). */
export const isFresh = (event: HistoryEvent, lastLogin: number | null | undefined): boolean =>
  lastLogin != null && event.createdAt * 1000 > lastLogin;
