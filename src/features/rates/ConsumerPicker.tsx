import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchIn } from '#domain/search/search.ts';
import { useLive } from '#hooks/data/event.tsx';
import { Section } from '#ui/components/Page.tsx';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { useRateText } from '#ui/words/useRateText.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import classes from './ConsumerPicker.module.css';
import { rateRows, type RateRow } from './rateRows.ts';

interface ConsumerPickerProps {
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
  error: string | null;
}

const ROW = 48;

/** The registrations of the event, searchable, each with a box; one box picks all that are shown. */
export function ConsumerPicker({ picked, onPick, error }: ConsumerPickerProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const consumers = useLive((store) => store.consumers());
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const all = useMemo(() => rateRows(consumers, language), [consumers, language]);
  const shown = useMemo(() => searchIn(all, wanted), [all, wanted]);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
    initialRect: { width: 800, height: 480 },
    getItemKey: useCallback((index: number) => shown[index]?.id ?? index, [shown]),
  });
  const pickedShown = shown.filter(({ id }) => picked.has(id)).length;

  function toggle(ids: readonly string[], on: boolean): void {
    const next = new Set(picked);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onPick(next);
  }
  return (
    <div className={classes.root}>
      <Section
        title={t('rate_setting.consumers')}
        aside={
          <span className={classes.count} role="status">
            {picked.size === 0 ? t('rate_setting.none') : t('rate_setting.selected', { count: picked.size })}
          </span>
        }
        flush
      >
        <div className={classes.tools}>
          <Checkbox
            label={t('rate_setting.selectAll')}
            checked={shown.length > 0 && pickedShown === shown.length}
            indeterminate={pickedShown > 0 && pickedShown < shown.length}
            disabled={shown.length === 0}
            onChange={(change) =>
              toggle(
                shown.map(({ id }) => id),
                change.currentTarget.checked,
              )
            }
          />
          <SearchInput
            label={t('rate_setting.search')}
            value={query}
            onChange={setQuery}
            className={classes.search ?? ''}
          />
        </div>
        {error !== null && <p className={classes.error}>{error}</p>}
        <div ref={scroller} className={classes.scroller}>
          {shown.length === 0 && <Nothing>{t('common.noResult')}</Nothing>}
          <ul
            className={classes.list}
            style={{ height: list.getTotalSize() }}
            aria-label={t('rate_setting.consumers')}
          >
            {list.getVirtualItems().map((item) => {
              const row = shown[item.index];
              return (
                row && (
                  <li
                    key={item.key}
                    className={classes.row}
                    aria-setsize={shown.length}
                    aria-posinset={item.index + 1}
                    data-picked={picked.has(row.id) || undefined}
                    style={{ height: ROW, transform: `translateY(${item.start}px)` }}
                  >
                    <Row row={row} picked={picked.has(row.id)} onToggle={(on) => toggle([row.id], on)} />
                  </li>
                )
              );
            })}
          </ul>
        </div>
      </Section>
    </div>
  );
}

interface RowProps {
  row: RateRow;
  picked: boolean;
  onToggle: (on: boolean) => void;
}

function Row({ row, picked, onToggle }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const rateText = useRateText();
  const name = row.name || row.company || t('rate_setting.unnamed');
  return (
    <>
      <Checkbox
        label={name}
        checked={picked}
        onChange={(change) => onToggle(change.currentTarget.checked)}
        className={classes.name ?? ''}
      />
      <span className={classes.company}>{row.name === '' ? '' : row.company}</span>
      <span className={classes.rate}>
        {rateText(row.rate)}
        {row.rateName !== '' && <small>{row.rateName}</small>}
      </span>
      <span className={classes.amount} data-numeric>
        {format.money(row.amount, row.currency)}
      </span>
    </>
  );
}
