import { useTranslation } from 'react-i18next';
import type { LoginEntry } from '#data/types.ts';
import { notify } from '#ui/components/notify.tsx';
import { useAppData } from './appData.tsx';
import { useServerValue, type ServerValue } from './server.ts';
import { useAction } from './useAction.ts';

/** Where a user is logged in, or oneself with null, and how it is ended. */
export function useLogins(
  userId: string | null,
  /** After something ended. */
  onEnded: () => void = () => undefined,
): ServerValue<readonly LoginEntry[]> & {
  ending: boolean;
  end: (loginId: string) => Promise<void>;
  endAll: () => Promise<void>;
} {
  const { t } = useTranslation();
  const { accounts } = useAppData();
  const list = useServerValue(() => accounts.logins(userId), userId ?? '');
  const { busy, run } = useAction();
  const after = (count: number) => {
    notify.success(t('logins.ended', { count }));
    list.refresh();
    onEnded();
  };
  return {
    ...list,
    ending: busy,
    async end(loginId) {
      const done = await run(async () => {
        const ended = await accounts.endLogin(userId, loginId);
        return ended.ok ? { ok: true as const, value: true } : ended;
      });
      if (done !== null) after(1);
    },
    async endAll() {
      const done = await run(() => accounts.endLogins(userId));
      if (done !== null) after(done.ended);
    },
  };
}
