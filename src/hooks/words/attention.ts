import { useTranslation } from 'react-i18next';
import type { English } from '#i18n/en/index.ts';
import type { DatabaseSync, DataError, SyncStatus } from '#data/types.ts';
import { useErrorText } from './errorText.ts';

type Why = keyof English['sync']['why'];

/** The codes that have words of their own; any other is told by its general sentence. */
const WHY: Partial<Record<DataError, Exclude<Why, 'other' | 'refused_one' | 'refused_other'>>> = {
  forbidden: 'forbidden',
  not_found: 'not_found',
  storage_full: 'storage_full',
  storage_broken: 'storage_broken',
  unsynchronized_event: 'unsynchronized_event',
  server_full: 'server_full',
  app_outdated: 'app_outdated',
  server_outdated: 'server_outdated',
  hub_unknown: 'hub_unknown',
};

/** Why a database needs somebody's attention, and what to do; null where it needs none. */
export function useAttentionWords(): (database: DatabaseSync) => { why: string; todo: string } | null {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return ({ state, error, refused }) => {
    if (state !== 'attention') return null;
    if (error === null) {
      return { why: t('sync.why.refused', { count: refused.length }), todo: t('sync.todo.refused') };
    }
    const known = WHY[error];
    return known === undefined
      ? { why: t('sync.why.other', { reason: errorText({ code: error }) }), todo: t('sync.todo.other') }
      : { why: t(`sync.why.${known}`), todo: t(`sync.todo.${known}`) };
  };
}

/** The same for the whole device, in one sentence: the open trouble of the first database that has one. */
export function useAttentionWhy(): (status: SyncStatus) => string | null {
  const words = useAttentionWords();
  return ({ databases }) => {
    for (const database of databases) {
      const one = words(database);
      if (one !== null) return one.why;
    }
    return null;
  };
}
