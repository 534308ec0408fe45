import { useTranslation } from 'react-i18next';
import type { ManagedUser } from '#data/types.ts';
import type { Role } from '#domain/rights/roles.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';

/** Gives a user another role and says that it was done. */
export function useRoleChange(user: ManagedUser, onChanged: () => void) {
  const { t } = useTranslation();
  const { accounts } = useAppData();
  const { busy, run } = useAction();
  return {
    busy,
    async change(role: Role): Promise<void> {
      const done = await run(
        async () => {
          const changed = await accounts.changeRole(user.id, role, user.role);
          return changed.ok ? { ok: true as const, value: true } : changed;
        },
        // Somebody else was quicker: what is shown is not so any more.
        onChanged,
      );
      if (done === null) return;
      const name = user.username;
      if (role === 'disabled') notify.success(t('users.disabled', { name }));
      else if (user.role === 'disabled') notify.success(t('users.enabled', { name }));
      else notify.success(t('users.roleSaved', { name, role: t(`roles.${role}`) }));
      onChanged();
    },
  };
}
