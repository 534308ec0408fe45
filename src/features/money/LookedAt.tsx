import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CardState, LookedAt as Page } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { useCan } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { hrefs } from '#ui/paths.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './Money.module.css';

interface LookedAtButtonProps {
  page: Page;
  onSettled: () => void;
}

/** Nobody but a person at Stripe's own pages can tell what became of a page whose account is gone. */
export function LookedAtButton({ page, onSettled }: LookedAtButtonProps) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const data = useAppData();
  const isManager = useCan('manager');
  const { busy, run } = useAction();
  const [asks, setAsks] = useState(false);
  if (!isManager) return <span className={classes.said}>{t('payments.lookedAtOther')}</span>;
  async function settle(): Promise<void> {
    await run(() => data.lookedAtPayment(id, page));
    setAsks(false);
    onSettled();
  }
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-label={t('payments.lookedAtOf', { reference: page.reference })}
        onClick={() => setAsks(true)}
      >
        {t('payments.lookedAt')}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={t('payments.lookedAtTitle')}
        confirmLabel={t('payments.lookedAt')}
        busy={busy}
        onConfirm={() => void settle()}
        onCancel={() => setAsks(false)}
      >
        {t('payments.lookedAtQuestion')}
      </ConfirmDialog>
    </>
  );
}

/** Who has looked, and when: it stays to be read. */
export function LookedAt({ pages }: { pages: CardState['lookedAt'] }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id } = useEvent();
  const nameOf = usePeopleNames();
  if (pages.length === 0) return null;
  return (
    <details className={classes.looked}>
      <summary>{t('payments.lookedAtAll', { count: pages.length })}</summary>
      <ul>
        {pages.map(({ reference, consumerId, by, at }) => (
          <li key={reference}>
            <Link to={hrefs.registrantMoney(id, consumerId)}>{nameOf(consumerId).name}</Link>
            {' · '}
            {t('payments.lookedAtBy', { reference, who: by, when: format.dateTime(at) })}
          </li>
        ))}
      </ul>
    </details>
  );
}
