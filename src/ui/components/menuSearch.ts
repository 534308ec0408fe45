import { fold, searchWords } from '#domain/search/search.ts';

/** What a searchable menu can look into. */
export interface MenuSearchItem {
  title?: string;
  name?: string;
  others?: readonly string[];
}

/** A hit in the title counts more than one in the name, and that more than elsewhere (specification 1 §9). */
const MENU_WEIGHTS = { title: 1.5, name: 1.2, others: 1 } as const;

/**
 * Items that have every word of the query at the beginning of some word, best first: each query word counts the
 * weight of the best field it is found in. Equal items keep their order.
 */
export function searchMenu<T extends MenuSearchItem>(items: readonly T[], query: string): T[] {
  const wanted = searchWords(query);
  if (wanted.length === 0) return [...items];
  return items
    .map((item) => ({ item, score: scoreOf(item, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

function scoreOf(item: MenuSearchItem, wanted: readonly string[]): number {
  const fields: [number, readonly string[]][] = [
    [MENU_WEIGHTS.title, searchWords(item.title ?? '')],
    [MENU_WEIGHTS.name, searchWords(item.name ?? '')],
    [MENU_WEIGHTS.others, searchWords((item.others ?? []).join(' '))],
  ];
  let total = 0;
  for (const start of wanted) {
    const weights = fields.filter(([, words]) => words.some((word) => word.startsWith(fold(start))));
    if (weights.length === 0) return 0;
    total += Math.max(...weights.map(([weight]) => weight));
  }
  return total;
}
