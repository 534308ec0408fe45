import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DetailList.module.css';

/** Names and values; a placeholder stands for what is empty. */
export function DetailList({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  const { t } = useTranslation();
  return (
    <dl className={classes.list}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? t('common.none') : value}</dd>
        </div>
      ))}
    </dl>
  );
}
