import { memo, useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Currency } from '#domain/config.ts';
import type { Cell } from '#domain/forms/priceGrid.ts';
import { MAX_AMOUNT_CENTS, readHundredths } from '#domain/money/money.ts';
import classes from './Forms.module.css';

/** What is done in a cell. */
export interface CellActs {
  type(cell: Cell, text: string): void;
  come(cell: Cell): void;
  key(key: KeyboardEvent<HTMLInputElement>, cell: Cell): void;
  paste(paste: ClipboardEvent<HTMLInputElement>, cell: Cell): void;
}

interface PriceCellProps extends Cell {
  name: string;
  label: string;
  value: string;
  currency: Currency;
  error: string | undefined;
  acts: CellActs;
}

/** One price. All of it is chosen when it is come to: typing replaces it. */
export const PriceCell = memo(function PriceCell(props: PriceCellProps) {
  const { name, row, column, label, value, currency, error, acts } = props;
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
      name={name}
      ref={input}
      type="text"
      className={classes.cell}
      data-cell={`${row}:${column}`}
      aria-label={label}
      aria-invalid={error !== undefined || undefined}
      title={error}
      value={value}
      inputMode="decimal"
      enterKeyHint="next"
      autoComplete="off"
      onKeyDown={(key) => acts.key(key, { row, column })}
      onPaste={(paste) => acts.paste(paste, { row, column })}
      onFocus={(focus) => {
        focus.currentTarget.select();
        acts.come({ row, column });
      }}
      onChange={({ currentTarget }) => {
        // Before the form, which hears of the change next, looks at it.
        judge(currentTarget, currentTarget.value, currency);
        typed.current = currentTarget.value;
        acts.type({ row, column }, currentTarget.value);
      }}
    />
  );
});

function judge(element: HTMLInputElement | null, typed: string, currency: Currency): void {
  const read = typed.trim() === '' ? null : readHundredths(typed, MAX_AMOUNT_CENTS, currency);
  const problem =
    read === null || read.kind === 'value' ? '' : read.kind === 'choice' ? 'ambiguous' : read.problem;
  element?.setCustomValidity(problem);
}
