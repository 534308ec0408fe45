import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import type { Kind } from '#domain/forms/amounts.ts';
import type { Cell, Filling } from '#domain/forms/priceGrid.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import type { PartProps } from './partProps.ts';
import type { PriceTexts } from './priceValues.ts';

interface PriceCellsOf extends Pick<PartProps, 'values'> {
  sessions: readonly Session[];
  kinds: readonly Kind[];
}

/** The table of prices as cells: a row for each session, a column for each option and kind. */
export function usePriceCells({ values, sessions, kinds }: PriceCellsOf) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns = values.options.flatMap(({ id }) => kinds.map((kind) => ({ optionId: id, kind })));
  const textAt = ({ row, column }: Cell): string => {
    const [session, at] = [sessions[row], columns[column]];
    if (session === undefined || at === undefined) return '';
    return values.prices[session._id]?.[at.optionId]?.[at.kind] ?? '';
  };
  const grid = sessions.map((_session, row) => columns.map((_at, column) => textAt({ row, column })));
  const nameOf = ({ row, column }: Cell): string => {
    const at = columns[column];
    return `price-${sessions[row]?._id ?? ''}-${at?.optionId ?? ''}-${at?.kind ?? ''}`;
  };
  const optionName = (index: number): string =>
    values.options[index]?.name.trim() || t('forms.unnamed', { n: index + 1 });
  const labelOf = ({ row, column }: Cell): string => {
    const session = sessions[row];
    const words = {
      session: session === undefined ? '' : format.title(session),
      option: optionName(Math.floor(column / kinds.length)),
    };
    if (kinds.length === 1) return t('forms.cell', words);
    return t('forms.cellOfKind', { ...words, kind: t(`productKinds.${columns[column]?.kind ?? 'adult'}`) });
  };

  function withFilled(fillings: readonly Filling[]): Pick<PriceTexts, 'prices' | 'offered'> {
    const prices = structuredClone(values.prices);
    const offered = { ...values.offered };
    for (const { row, column, text } of fillings) {
      const [session, at] = [sessions[row], columns[column]];
      if (session === undefined || at === undefined) continue;
      ((prices[session._id] ??= {})[at.optionId] ??= {})[at.kind] = text;
      // Who names a price means to offer it.
      if (text.trim() !== '') offered[session._id] = true;
    }
    return { prices, offered };
  }

  return {
    ...{ columns, grid, textAt, withFilled },
    /** What a cell is called in the form, and what it says of itself. */
    ...{ nameOf, labelOf, optionName },
  };
}
