import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Checkin.module.css';
import { UNDO_MS, type Undoable } from './useDoor.ts';

/** The last action can be taken back for ten seconds, under the thumb. */
export function UndoBar({ undoable, onUndo }: { undoable: Undoable | null; onUndo: () => void }) {
  const { t } = useTranslation();
  if (undoable === null) return null;
  return (
    <div className={classes.undo}>
      <span>{undoable.text}</span>
      <button type="button" onPointerDown={(press) => press.preventDefault()} onClick={onUndo}>
        <IconArrowBackUp size={22} aria-hidden /> {t('common.undo')}
      </button>
      <i key={undoable.id} style={{ animationDuration: `${UNDO_MS}ms` }} aria-hidden />
    </div>
  );
}
