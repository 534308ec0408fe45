import { Checkbox } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import type { Kind } from '#domain/forms/amounts.ts';
import {
  filled,
  moveOf,
  neighbour,
  pasted,
  readBlock,
  type Cell,
  type Filling,
} from '#domain/forms/priceGrid.ts';
import { hundredthsText, MAX_AMOUNT_CENTS, parseHundredths } from '#domain/money/money.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { FillTools } from './FillTools.tsx';
import classes from './Forms.module.css';
import { partOf, type PartProps } from './partProps.ts';
import { PriceCell, type CellActs } from './PriceCell.tsx';
import { PriceHead } from './PriceHead.tsx';
import { PriceNote } from './PriceNote.tsx';
import type { PriceTexts } from './priceValues.ts';
import { usePriceCells } from './usePriceCells.ts';

interface PriceTableProps extends PartProps {
  sessions: readonly Session[];
  kinds: readonly Kind[];
}

/** Prices by session, option and kind, filled in as in a spreadsheet (FORM-08). */
export const PriceTable = partOf(
  function PriceTable({ values, set, form, sessions, kinds }: PriceTableProps) {
    const { t } = useTranslation();
    const format = useEventFormat();
    const table = useRef<HTMLTableElement>(null);
    /** The cell that was come to last: filling begins there, also once a button has the focus. */
    const [chosen, setChosen] = useState<Cell | null>(null);
    const [before, setBefore] = useState<Pick<PriceTexts, 'prices' | 'offered'> | null>(null);
    const [told, setTold] = useState('');
    const { columns, grid, textAt, nameOf, optionName, labelOf, withFilled } = usePriceCells({
      values,
      sessions,
      kinds,
    });

    const put = (fillings: readonly Filling[]): void => set(withFilled(fillings));
    function fill(fillings: readonly Filling[]): void {
      if (fillings.length === 0) return;
      setBefore({ prices: values.prices, offered: values.offered });
      setTold(t('forms.filled', { count: fillings.length }));
      put(fillings);
      for (const filling of fillings) form.forget(nameOf(filling));
    }
    function undo(): void {
      if (before !== null) set(before);
      setBefore(null);
      setTold('');
    }
    function goTo(cell: Cell): void {
      table.current?.querySelector<HTMLElement>(`[data-cell="${cell.row}:${cell.column}"]`)?.focus();
    }
    function onKey(key: KeyboardEvent<HTMLInputElement>, cell: Cell): void {
      if (key.altKey || key.metaKey) return;
      if (key.ctrlKey) {
        if (key.key.toLowerCase() !== 'd') return;
        key.preventDefault();
        if (cell.row > 0) put([{ ...cell, text: textAt({ ...cell, row: cell.row - 1 }) }]);
        return;
      }
      const { selectionStart, selectionEnd, value } = key.currentTarget;
      const caret = { start: selectionStart ?? 0, end: selectionEnd ?? 0, length: value.length };
      const move = moveOf(key.key, key.shiftKey, caret);
      if (move === null) return;
      // Enter sends no form from within the table.
      key.preventDefault();
      const next = neighbour(grid, cell, move);
      if (next !== null) goTo(next);
    }
    function onPaste(paste: ClipboardEvent<HTMLInputElement>, cell: Cell): void {
      const block = readBlock(paste.clipboardData.getData('text/plain'));
      if (block === null) return;
      paste.preventDefault();
      const plain = (text: string): string => {
        const cents = text === '' ? null : parseHundredths(text, MAX_AMOUNT_CENTS, values.currency);
        return cents === null ? text : hundredthsText(cents);
      };
      fill(pasted(grid, cell, block).map((filling) => ({ ...filling, text: plain(filling.text) })));
    }

    const current: CellActs = {
      type(cell, text) {
        // What is typed after a filling is not taken back with it.
        setBefore(null);
        put([{ ...cell, text }]);
      },
      come: setChosen,
      key: onKey,
      paste: onPaste,
    };
    const latest = useRef(current);
    useLayoutEffect(() => {
      latest.current = current;
    });
    /** The same at all times, so that a key draws one cell anew and not all. */
    const [acts] = useState<CellActs>(() => ({
      type: (...args) => latest.current.type(...args),
      come: (...args) => latest.current.come(...args),
      key: (...args) => latest.current.key(...args),
      paste: (...args) => latest.current.paste(...args),
    }));

    if (sessions.length === 0) return <Nothing framed>{t('forms.noSessions')}</Nothing>;
    const isOffering = sessions.some(
      ({ _id }, row) => values.offered[_id] === true && grid[row]?.some((text) => text.trim() !== ''),
    );
    return (
      <div>
        <FillTools
          disabled={chosen === null}
          told={told}
          onFill={(way) => chosen !== null && fill(filled(grid, chosen, way))}
          onUndo={before === null ? null : undo}
        />
        {/* It scrolls by itself where it is wider than the screen, by the keyboard too. */}
        <div className={classes.scroll}>
          <table ref={table} className={classes.prices} aria-label={t('forms.table')}>
            <PriceHead
              options={values.options.map(({ id }, index) => ({ id, name: optionName(index) }))}
              kinds={kinds}
            />
            <tbody>
              {sessions.map((session, row) => (
                <tr key={session._id} data-off={values.offered[session._id] === true ? undefined : true}>
                  <th scope="row">
                    <Checkbox
                      checked={values.offered[session._id] === true}
                      aria-label={t('forms.offered', { session: format.title(session) })}
                      label={format.title(session)}
                      description={format.date(session.date)}
                      onChange={({ currentTarget: { checked } }) =>
                        set({ offered: { ...values.offered, [session._id]: checked } })
                      }
                    />
                  </th>
                  {columns.map((at, column) => {
                    const cell = { row, column };
                    const name = nameOf(cell);
                    return (
                      <td key={`${at.optionId} ${at.kind}`}>
                        <PriceCell
                          name={name}
                          row={row}
                          column={column}
                          label={labelOf(cell)}
                          value={textAt(cell)}
                          currency={values.currency}
                          error={form.errorOf(name)}
                          acts={acts}
                        />
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <PriceNote
          cell={chosen === null ? null : { label: labelOf(chosen), text: textAt(chosen) }}
          values={values}
          onChoose={(text) => {
            if (chosen === null) return;
            put([{ ...chosen, text }]);
            form.forget(nameOf(chosen));
            goTo(chosen);
          }}
        />
        {!isOffering && <p className={classes.hint}>{t('forms.nothingOffered')}</p>}
        <p className={`${classes.hint} ${classes.keys}`}>{t('forms.tableHint')}</p>
      </div>
    );
  },
  ['prices', 'offered', 'options', 'currency', 'vat', 'withVat'],
);
