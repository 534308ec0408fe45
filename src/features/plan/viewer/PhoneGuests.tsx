import { Button, Drawer } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GuestPanel } from './GuestPanel.tsx';
import classes from './Plan.module.css';
import type { SeatingDesk } from './useSeating.ts';

/** On a phone the guests are a sheet that comes up from the foot of the window, and goes with the pick. */
export function PhoneGuests({ desk, beside }: { desk: SeatingDesk; beside: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={classes.sheetBar}>
        <Button
          rightSection={<IconChevronUp size={18} stroke={1.7} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('seating.guestSheet')}
        </Button>
        {beside}
      </div>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size="82dvh"
        title={t('seating.clients')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        classNames={{ body: classes.sheet, content: classes.sheetContent }}
      >
        <GuestPanel desk={desk} dragging={null} onPicked={() => setOpen(false)} />
      </Drawer>
    </>
  );
}
