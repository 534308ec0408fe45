import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Nothing.module.css';

interface NothingProps {
  /** With a border of its own, where no surface is around it. */
  framed?: boolean;
  /** `status` where the words change while somebody waits. */
  role?: 'status';
  children: ReactNode;
}

/** In place of a list: why there is nothing in it. */
export function Nothing({ framed, role, children }: NothingProps) {
  return (
    <p className={classes.nothing} data-framed={framed || undefined} role={role}>
      {children}
    </p>
  );
}

/** The same where a search or filter is the reason, with the way back to the whole list. */
export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation();
  return (
    <Nothing>
      {t('common.noResult')}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onShowAll}>
        {t('common.showAll')}
      </Button>
    </Nothing>
  );
}
