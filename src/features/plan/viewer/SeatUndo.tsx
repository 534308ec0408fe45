import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SeatingDesk } from './useSeating.ts';

/** Where there is little room its sign alone, or the buttons would have a second line. */
export function SeatUndo({ desk, isShort }: { desk: SeatingDesk; isShort: boolean }) {
  const { t } = useTranslation();
  const { done } = desk;
  const shared = {
    disabled: done === null || desk.busy,
    title: done === null ? t('seating.saved') : t('seating.undoOf', { label: done.label }),
    onClick: () => void desk.undo(),
  };
  const sign = <IconArrowBackUp size={18} stroke={1.7} aria-hidden />;
  return isShort ? (
    <ActionIcon size={44} variant="default" aria-label={t('seating.undo')} {...shared}>
      {sign}
    </ActionIcon>
  ) : (
    <Button variant="default" leftSection={sign} {...shared}>
      {t('seating.undo')}
    </Button>
  );
}
