import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClockExclamation,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DoorVerdict } from '#ui/door/Door.tsx';
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
 * The verdict over the head of the screen: the list below stays free for the next guest.
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
    <DoorVerdict
      kind={verdict?.kind ?? null}
      id={verdict?.id ?? 0}
      testId="verdict"
      className={classes.verdict}
    >
      {verdict !== null && Icon !== null && (
        <>
          <Icon size={64} stroke={2.6} aria-hidden />
          <div data-party={verdict.isParty || undefined}>
            <span>{verdict.detail || head[verdict.kind]}</span>
            <strong>{verdict.name}</strong>
            {verdict.place !== '' && <em data-numeric>{verdict.place}</em>}
            {verdict.remark !== '' && <small>{verdict.remark}</small>}
          </div>
        </>
      )}
    </DoorVerdict>
  );
}
