import { useTranslation } from 'react-i18next';
import type { MessageAttention } from '#data/types.ts';
import type { Zone } from '#ui/words/format.ts';
import { useFormat } from '#ui/words/useFormat.ts';

type Stall = NonNullable<MessageAttention['stalled']>;

/** Why a provider could be asked nothing: by the code with which it asks to wait, or the word for what is wrong. */
export const stalledWhy = (method: MessageAttention['method'] | undefined, code: string) =>
  /^[1-9]\d*$/.test(code)
    ? 'asks'
    : code === 'sender_refused'
      ? 'sender'
      : method === 'email'
        ? 'email'
        : 'none';

/** In words: why messages wait, how many, and until when by the clocks of their event (`zone`); null where none do. */
export function useStalledWords(
  zone: Zone,
): (message: Pick<MessageAttention, 'method' | 'stalled' | 'slowed'>) => string | null {
  const { t } = useTranslation();
  const format = useFormat(zone);
  const slowedWords = ({ count, until }: NonNullable<MessageAttention['slowed']>): string =>
    t('notifs.slowed', { count, time: format.dateTime(until) });
  const stalledWords = (method: MessageAttention['method'], stalled: Stall): string => {
    const { count, reason: code, next } = stalled;
    const reason = t(`notifs.stalledWhy.${stalledWhy(method, code)}`, { code });
    return t('notifs.stalled', { reason, count, time: format.dateTime(next) });
  };
  return ({ method, stalled, slowed }) => {
    const words = [
      ...(stalled === null ? [] : [stalledWords(method, stalled)]),
      ...(slowed === undefined ? [] : [slowedWords(slowed)]),
    ];
    return words.length === 0 ? null : words.join(' ');
  };
}
