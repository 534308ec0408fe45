import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DoorParty } from '#ui/door/DoorParty.tsx';
import classes from './Scan.module.css';
import type { ScannedParty } from './useScanParty.ts';

interface ScanPartyProps {
  party: ScannedParty;
  /** The verdict tells of another guest: the offer would be taken for theirs. */
  isHidden: boolean;
}

/** One tap more for those who came along, and one to take it back. */
export function ScanParty({ party, isHidden }: ScanPartyProps) {
  const { t } = useTranslation();
  const { said, waiting } = party;
  return (
    <div className={classes.party} role="status">
      {isHidden ? null : said !== null ? (
        <div className={classes.said}>
          <span>{said.text}</span>
          {said.checkins.length > 0 && (
            <button type="button" className={classes.action} onClick={() => void party.undo()}>
              <IconArrowBackUp size={22} aria-hidden /> {t('common.undo')}
            </button>
          )}
          {said.remark !== '' && <small>{said.remark}</small>}
        </div>
      ) : (
        waiting.length > 0 && (
          <DoorParty
            guest={party.guestName}
            names={waiting.map(({ name }) => name)}
            onAdmit={() => void party.admit()}
            onClose={party.leave}
          />
        )
      )}
    </div>
  );
}
