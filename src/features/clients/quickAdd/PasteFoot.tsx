import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OutcomeFoot } from '#ui/components/OutcomeFoot.tsx';
import type { PasteSummary } from './pasteSummary.ts';

/** How many rows will be added, and how many not, with the reasons. */
export function PasteFoot({ summary, children }: { summary: PasteSummary; children: ReactNode }) {
  const { t } = useTranslation();
  const { ready, skipped, reasons } = summary;
  const words = reasons.map(({ error, count }) => `${t(`quickAdd.error.${error}`)} (${count})`).join(', ');
  return (
    <OutcomeFoot
      ready={ready.length > 0 ? t('quickAdd.willAdd', { count: ready.length }) : null}
      skipped={skipped > 0 ? t('quickAdd.skipped', { count: skipped, reasons: words }) : null}
    >
      {children}
    </OutcomeFoot>
  );
}
