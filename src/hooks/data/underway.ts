import { useTranslation } from 'react-i18next';
import type { Underway as Message } from '#data/types.ts';
import type { Underway } from '#domain/notifications/outcome.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useAppData } from './appData.tsx';
import { useEvent } from './event.tsx';
import { useReasonWords } from './messageWords.ts';
import { useAskAgain, useServerValue } from './server.ts';

const NONE: readonly Message[] = [];

/** Messages that nothing has become of yet; asked anew for another `version` of what they are of. None where nobody answers, or `of` is null. */
export function useUnderway(
  of: { notif: string } | { consumer: string } | null,
  version: string,
): readonly Message[] {
  const { messages } = useAppData();
  const { id } = useEvent();
  const asked = useServerValue(
    async () => (of === null ? { ok: true as const, value: NONE } : messages.underway(id, of)),
    `${id} ${version}`,
  );
  useAskAgain(asked, of !== null);
  return asked.value ?? NONE;
}

/** Why a message was tried in vain, and when it is tried again; null for one that was not tried yet. */
export function useTriedWords(): (message: Underway) => string | null {
  const { t } = useTranslation();
  const format = useFormat();
  const reasonOf = useReasonWords();
  return ({ failed, dueAt }) => {
    if (failed === undefined) return null;
    const attempt = { ok: false, ...failed, date: dueAt, message: null, url: null };
    const time = format.dateTime(dueAt);
    return t('notifs.triedAgain', { reason: reasonOf(attempt)?.text ?? '', time });
  };
}
