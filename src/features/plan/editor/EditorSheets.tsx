import { Button, Drawer } from '@mantine/core';
import { IconAdjustments, IconList, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Editor.module.css';

export type Sheet = 'palette' | 'tableList' | 'details';

interface SheetBarProps {
  /** Whether tables are selected, of which the details then are. */
  selected: boolean;
  onOpen: (sheet: Sheet) => void;
}

/** Where there is no room beside the plan: what opens its tools from below. */
export function SheetBar({ selected, onOpen }: SheetBarProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.sheetBar} data-foot>
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => onOpen('palette')}>
        {t('common.add')}
      </Button>
      <Button variant="default" leftSection={<IconList size={18} />} onClick={() => onOpen('tableList')}>
        {t('planEditor.tableList')}
      </Button>
      <Button
        variant={selected ? 'filled' : 'default'}
        leftSection={<IconAdjustments size={18} />}
        onClick={() => onOpen('details')}
      >
        {t(selected ? 'planEditor.details' : 'planEditor.plan')}
      </Button>
    </div>
  );
}

interface EditorSheetProps {
  /** Null while none is open. */
  sheet: Sheet | null;
  selected: boolean;
  onClose: () => void;
  /** What the open one shows. */
  children: ReactNode;
}

/** One of the tools, from below. */
export function EditorSheet({ sheet, selected, onClose, children }: EditorSheetProps) {
  const { t } = useTranslation();
  const title = sheet === 'details' && !selected ? 'plan' : sheet;
  return (
    <Drawer
      opened={sheet !== null}
      onClose={onClose}
      position="bottom"
      size="min(70dvh, 560px)"
      title={title === null ? '' : t(`planEditor.${title}`)}
      overlayProps={{ backgroundOpacity: 0.25 }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ body: classes.sheet, content: classes.sheetContent }}
    >
      {children}
    </Drawer>
  );
}
