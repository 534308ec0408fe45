import { Checkbox } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DEFAULT_CURRENCY } from '#domain/config.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { isOpenKind, numberOf, type Match } from '#domain/money/statement/match.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { LongSelect } from '#ui/forms/LongSelect.tsx';
import { type DrawnRow, rowsOnPaper, usePrinting } from '#ui/platform/usePrinting.ts';
import { hrefs } from '#ui/paths.ts';
import { collatorOf } from '#ui/words/format.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Statement.module.css';

interface MatchesProps {
  matches: readonly Match[];
  chosen: ReadonlySet<string>;
  onTurn: (id: string) => void;
  /** Of a payment that tells no invoice: whose it is. */
  onSay: (id: string, consumerId: string | null) => void;
}

/** Of a payment of three lines; others are measured. */
const ROW_HEIGHT = 78;

/** Payment by payment: what came in, and what it seems to be for. Only those near the window exist: a year's statement has thousands. */
export function Matches({ matches, chosen, onTurn, onSay }: MatchesProps) {
  const payers = usePayers();
  const box = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const list = useWindowVirtualizer({
    count: matches.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: useCallback((index: number) => matches[index]?.entry.id ?? index, [matches]),
    measureElement: (row) => (row as HTMLElement).offsetHeight || ROW_HEIGHT,
    overscan: 8,
    scrollMargin: top,
  });
  useLayoutEffect(() => {
    if (box.current !== null) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY));
  }, []);
  const printing = usePrinting();
  const shown: DrawnRow[] = printing ? rowsOnPaper(matches.length) : list.getVirtualItems();
  return (
    <ul ref={box} className={classes.list} style={printing ? undefined : { height: list.getTotalSize() }}>
      {shown.map((item) => {
        const match = matches[item.index];
        return match === undefined ? null : (
          <li
            key={item.key}
            ref={printing ? null : list.measureElement}
            data-index={item.index}
            data-kind={match.kind}
            aria-setsize={matches.length}
            aria-posinset={item.index + 1}
            style={item.start === undefined ? {} : { transform: `translateY(${item.start - top}px)` }}
          >
            <Payment {...{ match, payers, onTurn, onSay }} isChosen={chosen.has(match.entry.id)} />
          </li>
        );
      })}
    </ul>
  );
}

/** Registrations that owe something, by name, with what they owe; then those that have paid or were billed: some pay twice. */
function usePayers(): { value: string; label: string }[] {
  const format = useFormat();
  const nameOf = usePeopleNames();
  const consumers = useLive((store) => store.consumers());
  return useMemo(() => {
    const collator = collatorOf(format.language);
    return [...consumers.values()]
      .flatMap((consumer) => {
        const { open, paid, currency } = settlementOf(consumer);
        const number = numberOf(consumer);
        if (open === 0 && paid === 0 && number === '') return [];
        const owed = open === 0 ? '' : format.money(open, currency);
        const words = [nameOf(consumer._id).listed, number, owed];
        return [
          { value: consumer._id, label: words.filter((word) => word !== '').join(' · '), owes: open > 0 },
        ];
      })
      .toSorted((a, b) => Number(b.owes) - Number(a.owes) || collator.compare(a.label, b.label))
      .map(({ value, label }) => ({ value, label }));
  }, [consumers, nameOf, format]);
}

interface PaymentProps extends Pick<MatchesProps, 'onTurn' | 'onSay'> {
  match: Match;
  payers: ReturnType<typeof usePayers>;
  isChosen: boolean;
}

function Payment({ match, payers, isChosen, onTurn, onSay }: PaymentProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = usePeopleNames();
  const consumers = useLive((store) => store.consumers());
  const { entry, kind, consumerId, number, open } = match;
  const registered = consumers.get(consumerId ?? '')?.registration?.currency ?? DEFAULT_CURRENCY;
  const isNamed = /^[A-Z]{3}$/.test(entry.currency);
  const amount = format.foreign(
    entry.isBack === true ? -entry.amount : entry.amount,
    isNamed ? entry.currency : registered.toUpperCase(),
  );
  const isOpen = isOpenKind(kind);
  return (
    <>
      <span className={classes.tick}>
        {isOpen && (
          <Checkbox
            size="md"
            checked={isChosen}
            aria-label={t('statement.take', {
              amount,
              number: number || nameOf(consumerId ?? '').name,
            })}
            onChange={() => onTurn(entry.id)}
          />
        )}
      </span>
      <span>
        <strong className={classes.amount}>{amount}</strong>
        {entry.day !== '' && (
          // A day of the bank's, on no clocks.
          <span className={classes.small}>{format.date(Date.parse(entry.day), 'UTC')}</span>
        )}
      </span>
      <span>
        <span>{entry.payer}</span>
        <span className={classes.small}>{entry.reference || entry.text}</span>
      </span>
      <span>
        <Whose {...{ match, name: nameOf(consumerId ?? '').name }} />
        {(consumerId === null || kind === 'said') && entry.isBack !== true && payers.length > 0 && (
          <LongSelect
            className={classes.whose ?? ''}
            aria-label={t('statement.whoseOf', { amount })}
            placeholder={t('statement.whose')}
            known={payers.filter(({ value }) => value === consumerId)}
            all={() => payers}
            value={consumerId}
            onChange={(chosen) => onSay(entry.id, chosen)}
          />
        )}
        {consumerId !== null && kind !== 'unknown' && (
          <span className={classes.small} data-tone={kind}>
            {t(`statement.${kind}`, { open: format.money(open, registered) })}
          </span>
        )}
      </span>
    </>
  );
}

function Whose({ match: { consumerId, kind, number }, name }: { match: Match; name: string }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  if (consumerId === null) return <span>{t('statement.unknown')}</span>;
  if (kind === 'said') return null;
  const words = `${number} · ${name}`;
  if (kind !== 'back') return <span>{words}</span>;
  return <Link to={hrefs.registrantMoney(id, consumerId)}>{words}</Link>;
}
