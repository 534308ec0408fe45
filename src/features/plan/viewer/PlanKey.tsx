import { Button, NativeSelect, Popover } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '#hooks/data/session.ts';
import { Legend } from './Legend.tsx';
import classes from './Plan.module.css';
import { COLOUR_BY, type ColourBy, type SeatColours } from './useSeatColours.ts';

interface PlanKeyProps {
  colourBy: ColourBy;
  onColourBy: (by: ColourBy) => void;
  colours: SeatColours | null;
  /** Something is under a finger: a line more would move it. */
  frozen?: boolean;
  /** The buttons that zoom: over the plan they would lie on its tables. */
  tools?: ReactNode;
}

/** What seats are coloured by, and what the colours mean. */
export const PlanKey = memo(
  Key,
  (before: PlanKeyProps, now) => now.frozen === true && now.colourBy === before.colourBy,
);

function Key({ colourBy, onColourBy, colours, tools }: PlanKeyProps) {
  const { t } = useTranslation();
  const isMember = useCan('member');
  return (
    <div className={classes.below}>
      <NativeSelect
        aria-label={t('seating.colourBy')}
        size="xs"
        value={colourBy}
        data={COLOUR_BY.filter((one) => one !== 'status' || isMember).map((value) => ({
          value,
          label: t(`seating.colour.${value}`),
        }))}
        onChange={({ currentTarget }) =>
          onColourBy(COLOUR_BY.find((one) => one === currentTarget.value) ?? 'state')
        }
      />
      {tools}
      <Legend colours={colours} />
    </div>
  );
}

/** On a phone the room has the place: the key is a tap away, above the bar. */
export function PlanKeyButton(props: PlanKeyProps) {
  const { t } = useTranslation();
  return (
    <Popover position="top-end" width="calc(100vw - 32px)" trapFocus>
      <Popover.Target>
        <Button variant="default" rightSection={<IconChevronUp size={18} stroke={1.7} aria-hidden />}>
          {t('seating.colours')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('seating.colours')} mah="60dvh" style={{ overflowY: 'auto' }}>
        <PlanKey {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
