import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Currency } from '#domain/config.ts';
import { MAX_AMOUNT_CENTS, readHundredths } from '#domain/money/money.ts';
import classes from './Forms.module.css';

interface PriceCellProps {
  name: string;
  /** 'row:column' */
  place: string;
  label: string;
  value: string;
  currency: Currency;
  error: string | undefined;
  onChange: (text: string) => void;
  onFocus: () => void;
  onKeyDown: (key: KeyboardEvent<HTMLInputElement>) => void;
  onPaste: (paste: ClipboardEvent<HTMLInputElement>) => void;
}

/** One price. All of it is chosen when it is come to: typing replaces it. */
export function PriceCell(props: PriceCellProps) {
  const { place, label, value, currency, error, onChange, onFocus, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  /** What was typed here last: anything else came by filling. */
  const typed = useRef(value);
  useLayoutEffect(() => {
    judge(input.current, value, currency);
    if (typed.current === value) return;
    typed.current = value;
    // As when it is come to.
    if (document.activeElement === input.current) input.current?.select();
  }, [value, currency]);
  return (
    <input
      {...rest}
      ref={input}
      type="text"
      className={classes.cell}
      data-cell={place}
      aria-label={label}
      aria-invalid={error !== undefined || undefined}
      title={error}
      value={value}
      inputMode="decimal"
      enterKeyHint="next"
      autoComplete="off"
      onFocus={(focus) => {
        focus.currentTarget.select();
        onFocus();
      }}
      onChange={({ currentTarget }) => {
        // Before the form, which hears of the change next, looks at it.
        judge(currentTarget, currentTarget.value, currency);
        typed.current = currentTarget.value;
        onChange(currentTarget.value);
      }}
    />
  );
}

function judge(element: HTMLInputElement | null, typed: string, currency: Currency): void {
  const read = typed.trim() === '' ? null : readHundredths(typed, MAX_AMOUNT_CENTS, currency);
  const problem =
    read === null || read.kind === 'value' ? '' : read.kind === 'choice' ? 'ambiguous' : read.problem;
  element?.setCustomValidity(problem);
}
