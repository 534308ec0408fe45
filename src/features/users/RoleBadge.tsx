import { useTranslation } from 'react-i18next';
import type { Role } from '#domain/rights/roles.ts';
import classes from './Users.module.css';

export function RoleBadge({ role }: { role: Role }) {
  const { t } = useTranslation();
  return (
    <span className={classes.role} data-role={role}>
      {t(`roles.${role}`)}
    </span>
  );
}
