import {
  IconAlertTriangle,
  IconCheck,
  IconClockExclamation,
  IconUserOff,
  IconUserQuestion,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DoorVerdict } from '#ui/door/Door.tsx';
import classes from './Scan.module.css';
import type { ScanKind, ScanVerdict } from './useScanner.ts';

const ICONS = {
  in: IconCheck,
  already: IconClockExclamation,
  elsewhere: IconUserOff,
  unknown: IconUserQuestion,
  canceled: IconUserOff,
  failed: IconAlertTriangle,
} as const satisfies Record<ScanKind, unknown>;

interface ScanVerdictProps {
  verdict: ScanVerdict | null;
  /** Those who came along are offered at its foot: it stands above them. */
  hasOffer: boolean;
}

/** The verdict over the whole screen: colour, icon and word, to be read at arm's length, and heard at once. */
export function ScanVerdictPanel({ verdict, hasOffer }: ScanVerdictProps) {
  const { t } = useTranslation();
  const Icon = verdict === null ? null : ICONS[verdict.kind];
  const heads: Record<ScanKind, string> = {
    in: t('scan.in'),
    already: t('scan.already'),
    elsewhere: t('scan.elsewhere'),
    unknown: t('scan.notFound'),
    canceled: t('errors.registration_canceled'),
    failed: t('scan.failed'),
  };
  return (
    <DoorVerdict kind={verdict?.kind ?? null} testId="scan-verdict" className={classes.verdict}>
      {verdict !== null && Icon !== null && (
        <div className={classes.told} data-over-offer={hasOffer || undefined}>
          <Icon size={hasOffer ? 72 : 120} stroke={2.4} aria-hidden />
          <p className={classes.head}>{verdict.head || heads[verdict.kind]}</p>
          {verdict.name !== '' && <p className={classes.name}>{verdict.name}</p>}
          {verdict.place !== '' && <p className={classes.place}>{verdict.place}</p>}
          {verdict.remark !== '' && <p className={classes.remark}>{verdict.remark}</p>}
          {verdict.detail !== '' && <p className={classes.detail}>{verdict.detail}</p>}
        </div>
      )}
    </DoorVerdict>
  );
}
