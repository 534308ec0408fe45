import { useTranslation } from 'react-i18next';
import type { MessageAttention } from '#data/types.ts';
import { useFormat } from '#ui/words/useFormat.ts';

/** In words: why messages wait for their provider, how many, and until when; null where none do. */
export function useStalledWords(): (message: Pick<MessageAttention, 'method' | 'stalled'>) => string | null {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ method, stalled }) => {
    if (stalled === null) return null;
    const { count, reason: code, next } = stalled;
    const why = /^\d+$/.test(code) ? 'asks' : method === 'email' ? 'email' : 'none';
    const reason = t(`notifs.stalledWhy.${why}`, { code });
    return t('notifs.stalled', { reason, count, time: format.dateTime(next) });
  };
}
