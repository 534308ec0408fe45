import { Anchor, Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#domain/documents/client.ts';
import { isErased } from '#domain/documents/erasure.ts';
import { searchableClient, searchIn } from '#domain/search/search.ts';
import type { OpenEvent } from '#data/types.ts';
import { useLiveOf } from '#hooks/data/event.tsx';
import { collatorOf, listName } from '#ui/words/format.ts';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './ClientCopy.module.css';

const ROW = 40;

interface CopyListProps {
  source: OpenEvent;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** The source's clients, to be searched and selected; shift-click selects all between. */
export function CopyList({ source, chosen, onChange }: CopyListProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const clients = useLiveOf(source.store, (store) => store.clients());
  // Who is cancelled there follows from the registrations.
  useLiveOf(source.store, (store) => store.consumers());
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const scroller = useRef<HTMLDivElement>(null);
  const last = useRef<number | null>(null);
  const list = useMemo(() => {
    const collator = collatorOf(language);
    return [...clients.values()]
      .filter((client) => !isErased(client))
      .sort((a, b) => collator.compare(listName(a), listName(b)))
      .map((client) => searchableClient(client, client));
  }, [clients, language]);
  const shown = useMemo(() => searchIn(list, wanted), [list, wanted]);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
    initialRect: { width: 800, height: 400 },
  });
  const nothing =
    clients.size === 0
      ? 'clientCopy.emptySource'
      : list.length === 0
        ? 'clientCopy.erasedSource'
        : 'common.noResult';
  const selected = list.filter(({ item }) => chosen.has(item._id));
  const canceled = selected.filter(({ item }) => source.store.isCanceled(item._id)).length;

  function set(items: readonly Client[], on: boolean): void {
    const next = new Set(chosen);
    for (const { _id } of items) {
      if (on) next.add(_id);
      else next.delete(_id);
    }
    onChange(next);
  }
  function click(index: number, on: boolean, shift: boolean): void {
    const from = shift && last.current !== null ? last.current : index;
    set(shown.slice(Math.min(from, index), Math.max(from, index) + 1), on);
    last.current = index;
  }

  return (
    <section className={classes.list} aria-label={t('clientCopy.clients')}>
      <div className={classes.tools}>
        <SearchInput
          label={t('clientCopy.search')}
          value={query}
          onChange={(text) => {
            last.current = null;
            setQuery(text);
          }}
          className={classes.search ?? ''}
        />
        <span className={classes.count} role="status">
          {t('clientCopy.selected', { count: selected.length })}
          {canceled > 0 && `, ${t('clientCopy.selectedCanceled', { count: canceled })}`}
        </span>
        <Anchor component="button" type="button" onClick={() => set(shown, true)}>
          {t('clientCopy.selectShown')}
        </Anchor>
        {selected.length > 0 && (
          <Anchor component="button" type="button" onClick={() => onChange(new Set())}>
            {t('clientCopy.clear')}
          </Anchor>
        )}
      </div>
      {shown.length === 0 ? (
        <p className={classes.none}>{t(nothing)}</p>
      ) : (
        <div ref={scroller} className={classes.scroller}>
          <ul style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map((item) => {
              const client = shown[item.index];
              return (
                client && (
                  <li key={client._id} style={{ transform: `translateY(${item.start}px)` }}>
                    <Checkbox
                      checked={chosen.has(client._id)}
                      onChange={(change) =>
                        click(
                          item.index,
                          change.currentTarget.checked,
                          (change.nativeEvent as Partial<MouseEvent>).shiftKey === true,
                        )
                      }
                      label={
                        <span className={classes.row}>
                          <strong>{listName(client)}</strong>
                          <span>{client.company}</span>
                          <span data-numeric>{client.number}</span>
                          {source.store.isCanceled(client._id) && <em>{t('consumerStatuses.canceled')}</em>}
                        </span>
                      }
                    />
                  </li>
                )
              );
            })}
          </ul>
        </div>
      )}
    </section>
  );
}
