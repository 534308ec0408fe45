import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenLogin } from '#hooks/data/session.ts';
import { notify } from '#ui/components/notify.tsx';

/** Tells whoever is given another role meanwhile: they are led away from what it does not allow, and buttons come and go. */
export function useRoleNotice(): void {
  const { t } = useTranslation();
  const user = useOpenLogin()?.user ?? null;
  const before = useRef(user);
  useEffect(() => {
    const was = before.current;
    before.current = user;
    if (was === null || user === null || was._id !== user._id || was.role === user.role) return;
    notify.info(t('account.roleChanged', { role: t(`roles.${user.role}`) }));
  }, [user, t]);
}
