import { useTranslation } from 'react-i18next';
import type { Underway as Message } from '#data/types.ts';
import type { NotifMethod } from '#domain/documents/consumer.ts';
import type { Underway } from '#domain/notifications/outcome.ts';
import { useEventFormat } from './calendar.ts';
import { useAppData } from './appData.tsx';
import { useEvent } from './event.tsx';
import { useReasonWords } from './messageWords.ts';
import { useAskAgain, useServerValue } from './server.ts';
import { stalledWhy } from './stalled.ts';

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
export function useTriedWords(): (message: Underway, method: NotifMethod | undefined) => string | null {
  const { t } = useTranslation();
  const format = useEventFormat();
  const reasonOf = useReasonWords();
  return ({ failed, dueAt }, method) => {
    if (failed === undefined) return null;
    const time = format.dateTime(dueAt);
    // The settings are as they were: its provider takes nothing now, and that is told beside.
    if (failed.error === 'misconfigured' && failed.errorCode != null) {
      const code = String(failed.errorCode);
      const reason = t(`notifs.stalledWhy.${stalledWhy(method, code)}`, { code });
      return t('notifs.triedAgain', { reason: reason.replace(/\.$/, ''), time });
    }
    const attempt = { ok: false, ...failed, date: dueAt, message: null, url: null };
    return t('notifs.triedAgain', { reason: reasonOf(attempt)?.text ?? '', time });
  };
}
