import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowBarToDown, IconArrowBarToRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Forms.module.css';

interface FillToolsProps {
  /** No cell was come to yet. */
  disabled: boolean;
  /** What was filled last. */
  told: string;
  onFill: (way: 'down' | 'right') => void;
  /** Null where nothing is to be taken back. */
  onUndo: (() => void) | null;
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** Fills the table of prices from one cell, and takes that back. */
export function FillTools({ disabled, told, onFill, onUndo }: FillToolsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.tools}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBarToDown {...icon} />}
        disabled={disabled}
        onClick={() => onFill('down')}
      >
        {t('forms.fillDown')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBarToRight {...icon} />}
        disabled={disabled}
        onClick={() => onFill('right')}
      >
        {t('forms.fillRight')}
      </Button>
      {onUndo !== null && (
        <Button size="xs" variant="subtle" leftSection={<IconArrowBackUp {...icon} />} onClick={onUndo}>
          {t('forms.undoFill')}
        </Button>
      )}
      <span role="status" className={classes.told}>
        {told}
      </span>
    </div>
  );
}
