import { Button, TextInput } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hundredthsText, readHundredths, type HundredthsProblem, type Unit } from '#domain/money/money.ts';
import classes from './HundredthsInput.module.css';
import { useFormat } from '../words/useFormat.ts';

interface HundredthsInputProps {
  name: string;
  label: ReactNode;
  value: string;
  /** In hundredths; 0 at least where nothing is said. */
  min?: number;
  max: number;
  unit: Unit;
  required?: boolean;
  error: ReactNode;
  onChange: (text: string) => void;
  /** One of two readings was chosen, and the field's message is settled. */
  onChosen: () => void;
}

/**
 * An amount or a percentage with two decimals. Not `type="number"`: Chromium drops what the system's language does not
 * write between digits, so '12,50' silently became 1250. What can be read in two ways is asked about: one tap.
 */
export function HundredthsInput(props: HundredthsInputProps) {
  const { min = 0, max, unit, onChange, onChosen, value, required = false, error, ...rest } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(false);
  const limits = { min, max, unit };
  useLayoutEffect(() => judge(input.current, value, { min, max, unit }), [value, min, max, unit]);
  const read = readHundredths(value, max, unit);
  // Whoever is typing '1,000.50' has '1,000' on the way.
  const asks = read.kind === 'choice' && (left || error !== undefined);
  // A question that the foot of the form covers is none.
  useEffect(() => {
    if (asks) choices.current?.scrollIntoView({ block: 'nearest' });
  }, [asks]);
  const shown = (hundredths: number): string =>
    unit === 'percent' ? `${format.number(hundredths / 100)} %` : format.money(hundredths, unit);
  return (
    <div>
      <TextInput
        ref={input}
        {...rest}
        required={required}
        value={value}
        error={asks ? t('validation.ambiguous') : error}
        inputMode="decimal"
        autoComplete="off"
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        onChange={(change) => {
          // Before the form, which hears of the change next, looks at it.
          judge(change.currentTarget, change.currentTarget.value, limits);
          onChange(change.currentTarget.value);
        }}
      />
      {asks && (
        <div ref={choices} className={classes.choices} role="group" aria-label={t('validation.ambiguous')}>
          {read.values.map((one) => (
            <Button
              key={one}
              size="compact-sm"
              variant="default"
              onClick={() => {
                onChange(hundredthsText(one));
                onChosen();
                input.current?.focus();
              }}
            >
              {shown(one)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

interface Limits {
  min: number;
  max: number;
  unit: Unit;
}

/** Tells the browser, which asks for nothing but the presence of a text by itself. */
function judge(element: HTMLInputElement | null, typed: string, limits: Limits): void {
  element?.setCustomValidity(typed.trim() === '' ? '' : problemIn(typed, limits));
}

function problemIn(typed: string, { min, max, unit }: Limits): HundredthsProblem | '' {
  const read = readHundredths(typed, max, unit);
  if (read.kind === 'value' && read.value < min) return 'range';
  return read.kind === 'problem' ? read.problem : read.kind === 'choice' ? 'ambiguous' : '';
}
