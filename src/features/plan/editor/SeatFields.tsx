import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTable } from '#domain/documents/session.ts';
import type { TableFields } from '#domain/plan/editor/edits.ts';
import { readScale } from '#domain/plan/editor/problems.ts';
import { readNumber } from '#domain/text/typedNumber.ts';
import classes from './Editor.module.css';
import { ValueField } from './ValueField.tsx';

interface SeatFieldsProps {
  table: PlanTable;
  set: (fields: TableFields) => void;
}
type SeatProp = NonNullable<NonNullable<PlanTable['seatProps']>[number]>;

/** One seat moved or scaled by hand. */
export function SeatFields({ table, set }: SeatFieldsProps) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState(0);
  const index = Math.min(picked, table.seats - 1);
  const own = table.seatProps?.[index] ?? null;
  const position = own?.position ?? { x: 0, y: 0 };
  const change = (next: SeatProp | null): void => {
    const length = Math.max(index + 1, table.seatProps?.length ?? 0);
    const seatProps = Array.from({ length }, (_, at) =>
      at === index ? next : (table.seatProps?.[at] ?? null),
    );
    set({ seatProps: seatProps.every((prop) => prop === null) ? null : seatProps });
  };
  const number = { invalid: t('planEditor.error.number'), inputMode: 'decimal' } as const;
  return (
    <details className={classes.more}>
      <summary>{t('planEditor.seatsByHand')}</summary>
      <NativeSelect
        label={t('planEditor.seat')}
        value={String(index)}
        onChange={({ currentTarget }) => setPicked(Number(currentTarget.value))}
        data={Array.from({ length: table.seats }, (_, at) => ({
          value: String(at),
          label: t('planEditor.seatN', { n: at + 1 }),
        }))}
      />
      <div className={classes.pair} key={index}>
        <ValueField
          {...number}
          label={t('planEditor.seatX')}
          value={position.x}
          read={(text) => readNumber(text)}
          onChange={(x) => change({ ...own, position: { ...position, x } })}
        />
        <ValueField
          {...number}
          label={t('planEditor.seatY')}
          value={position.y}
          read={(text) => readNumber(text)}
          onChange={(y) => change({ ...own, position: { ...position, y } })}
        />
        <ValueField
          label={t('planEditor.seatScale')}
          value={own?.scale ?? 1}
          read={(text) => readScale(text) ?? undefined}
          invalid={t('planEditor.error.scale')}
          inputMode="decimal"
          onChange={(scale) => change({ ...own, scale })}
        />
      </div>
      <Button
        variant="default"
        size="compact-sm"
        disabled={own?.position == null && own?.scale == null}
        // Where it stands, not what it is sold as.
        onClick={() => change(own?.category ? { category: own.category } : null)}
      >
        {t('planEditor.resetSeat')}
      </Button>
    </details>
  );
}
