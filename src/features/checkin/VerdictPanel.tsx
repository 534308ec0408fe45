import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClockExclamation,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Checkin.module.css';
import type { Verdict, VerdictKind } from './useDoor.ts';

const ICONS = {
  in: IconCheck,
  out: IconArrowBackUp,
  already: IconClockExclamation,
  double: IconUsers,
  failed: IconAlertTriangle,
} as const satisfies Record<VerdictKind, unknown>;

/**
 * The verdict over the head of the screen, for reading at arm's length. It never takes a tap: the list below stays
 * free for the next guest. Screen readers hear it at once.
 */
export function VerdictPanel({ verdict }: { verdict: Verdict | null }) {
  const { t } = useTranslation();
  const Icon = verdict === null ? null : ICONS[verdict.kind];
  const head: Record<VerdictKind, string> = {
    in: t('checkin.welcome'),
    out: t('checkin.cancelled'),
    already: t('checkin.already'),
    double: t('checkin.doubleVerdict'),
    failed: t('checkin.refused'),
  };
  return (
    <div role="alert" className={classes.verdictHost}>
      {verdict !== null && Icon !== null && (
        <div key={verdict.id} className={classes.verdict} data-kind={verdict.kind} data-testid="verdict">
          <Icon size={64} stroke={2.6} aria-hidden />
          <div>
            <span>{verdict.detail || head[verdict.kind]}</span>
            <strong>{verdict.name}</strong>
          </div>
        </div>
      )}
    </div>
  );
}
