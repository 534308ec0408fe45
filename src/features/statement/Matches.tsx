import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CURRENCIES, DEFAULT_CURRENCY } from '#domain/config.ts';
import { isOpenKind, type Match } from '#domain/money/statement/match.ts';
import { useLive } from '#hooks/data/event.tsx';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Statement.module.css';

interface MatchesProps {
  matches: readonly Match[];
  chosen: ReadonlySet<string>;
  onTurn: (id: string) => void;
}

/** Payment by payment: what came in, and what it seems to be for. */
export function Matches({ matches, chosen, onTurn }: MatchesProps) {
  return (
    <ul className={classes.list}>
      {matches.map((match) => (
        <li key={match.entry.id} data-kind={match.kind}>
          <Payment match={match} isChosen={chosen.has(match.entry.id)} onTurn={onTurn} />
        </li>
      ))}
    </ul>
  );
}

interface PaymentProps {
  match: Match;
  isChosen: boolean;
  onTurn: (id: string) => void;
}

function Payment({ match, isChosen, onTurn }: PaymentProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = usePeopleNames();
  const consumers = useLive((store) => store.consumers());
  const { entry, kind, consumerId, number, open } = match;
  const registered = consumers.get(consumerId ?? '')?.registration?.currency ?? DEFAULT_CURRENCY;
  const currency = CURRENCIES.find((one) => one.toUpperCase() === entry.currency) ?? registered;
  const amount = format.money(entry.amount, currency);
  const isOpen = isOpenKind(kind);
  return (
    <>
      <span className={classes.tick}>
        {isOpen && (
          <Checkbox
            size="md"
            checked={isChosen}
            aria-label={t('statement.take', { amount, number })}
            onChange={() => onTurn(entry.id)}
          />
        )}
      </span>
      <span>
        <strong className={classes.amount}>{amount}</strong>
        {entry.day !== '' && (
          <span className={classes.small}>{format.date(Date.parse(`${entry.day}T12:00:00Z`))}</span>
        )}
      </span>
      <span>
        <span>{entry.payer}</span>
        <span className={classes.small}>{entry.reference || entry.text}</span>
      </span>
      <span>
        <span>{consumerId === null ? t('statement.unknown') : `${number} · ${nameOf(consumerId).name}`}</span>
        {consumerId !== null && kind !== 'unknown' && (
          <span className={classes.small} data-tone={kind}>
            {t(`statement.${kind}`, { open: format.money(open, registered) })}
          </span>
        )}
      </span>
    </>
  );
}
