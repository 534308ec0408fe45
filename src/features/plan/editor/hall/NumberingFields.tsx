import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DIRECTIONS, type Direction, type Numbering } from '#domain/plan/editor/order.ts';
import classes from './Hall.module.css';

/** As it is typed. */
export interface NumberingTexts {
  start: string;
  prefix: string;
  direction: Direction;
}
const MAX_START = 100_000;
const MAX_PREFIX = 20;

/** A whole number within bounds, else null. */
export function wholeOf(text: string, min: number, max: number): number | null {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN;
  return number >= min && number <= max ? number : null;
}

/** Null while it stands for nothing. */
export function readNumbering({ start, prefix, direction }: NumberingTexts): Numbering | null {
  const first = wholeOf(start, 0, MAX_START);
  return first === null ? null : { start: first, prefix, direction };
}

interface NumberingFieldsProps {
  texts: NumberingTexts;
  /** Numbers that other tables have. */
  taken: readonly string[];
  onChange: (change: Partial<NumberingTexts>) => void;
}

/** How tables are numbered: from where, with what before, in which direction. */
export function NumberingFields({ texts, taken, onChange }: NumberingFieldsProps) {
  const { t, i18n } = useTranslation();
  const wrong = readNumbering(texts) === null;
  const numbers = new Intl.ListFormat(i18n.language).format(
    taken.length > SHOWN ? [...taken.slice(0, SHOWN), '…'] : taken,
  );
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t('planEditor.numbering.start')}
          value={texts.start}
          inputMode="numeric"
          error={
            wrong
              ? t('planEditor.numbering.startError', { max: MAX_START })
              : taken.length > 0 && t('planEditor.numbering.taken', { count: taken.length, numbers })
          }
          onChange={({ currentTarget }) => onChange({ start: currentTarget.value })}
        />
        <TextInput
          label={t('planEditor.numbering.prefix')}
          description={t('planEditor.numbering.prefixHint')}
          value={texts.prefix}
          maxLength={MAX_PREFIX}
          onChange={({ currentTarget }) => onChange({ prefix: currentTarget.value })}
        />
      </div>
      <NativeSelect
        label={t('planEditor.numbering.direction')}
        value={texts.direction}
        data={DIRECTIONS.map((value) => ({ value, label: t(`planEditor.numbering.${value}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ direction: DIRECTIONS.find((one) => one === currentTarget.value) ?? 'rows' })
        }
      />
    </>
  );
}
const SHOWN = 6;
