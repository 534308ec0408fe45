import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Party } from '#hooks/door/party.ts';
import { DoorParty } from '#ui/door/DoorParty.tsx';
import classes from './Checkin.module.css';
import { UNDO_MS, type Undoable } from './useDoor.ts';

/** Under the thumb: who came along is let in with one tap, and the last action can be taken back for ten seconds. */
interface UndoBarProps {
  undoable: Undoable | null;
  party: Party;
  onUndo: () => void;
  onAdmitParty: () => void;
}

export function UndoBar({ undoable, party, onUndo, onAdmitParty }: UndoBarProps) {
  const { t } = useTranslation();
  if (undoable === null && party.waiting.length === 0) return null;
  return (
    <div className={classes.undo}>
      {party.waiting.length > 0 && (
        <DoorParty
          guest={party.guest}
          names={party.waiting.map(({ name }) => name)}
          className={classes.party}
          onAdmit={onAdmitParty}
          onClose={party.leave}
        />
      )}
      {undoable !== null && (
        <>
          <span>{undoable.text}</span>
          <button type="button" onPointerDown={(press) => press.preventDefault()} onClick={onUndo}>
            <IconArrowBackUp size={22} aria-hidden /> {t('common.undo')}
          </button>
          <i key={undoable.id} style={{ animationDuration: `${UNDO_MS}ms` }} aria-hidden />
        </>
      )}
    </div>
  );
}
