import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { dayOfText } from '#domain/days.ts';
import { entryOf } from '#domain/documents/bankEntry.ts';
import { bookedOf } from '#domain/money/booked.ts';
import type { bookedTwice } from '#domain/money/bookedTwice.ts';
import { isSaidPaid, saidOnly, settlementOf } from '#domain/money/settlement.ts';
import { useEventTime } from '#hooks/data/calendar.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Payment.module.css';
import { TakeBack } from './TakeBack.tsx';

interface OtherWaysProps {
  consumer: Consumer;
  twice: ReturnType<typeof bookedTwice>;
}

/** Payments to the account, and what the status or another program says was paid: each amount that counts is to be seen. */
export function OtherWays({ consumer, twice }: OtherWaysProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currency, paid } = settlementOf(consumer);
  const notes = useLive((store) => store.documents('payment'));
  const booked = bookedOf(consumer);
  const said = saidOnly(consumer);
  const byStatus = isSaidPaid(consumer) ? paid : 0;
  if (booked.length === 0 && said === 0 && byStatus === 0) return null;
  return (
    <Section title={t('payments.otherWays')} flush>
      <ul className={classes.list}>
        {booked.map(({ noteId, entry, amount }) => (
          <li key={noteId}>
            <ToAccount
              consumerId={consumer._id}
              {...{ noteId, note: notes.get(noteId) }}
              formerDay={consumer.transfers?.find(({ id }) => entryOf(id) === entry)?.day}
              amount={format.money(amount, currency)}
              isHereToo={booked.some((other) => other.entry === entry && other.noteId !== noteId)}
              others={(twice.get(entry) ?? []).filter((other) => other !== consumer._id)}
            />
          </li>
        ))}
        {byStatus > 0 && (
          <li>
            <span className={classes.what}>
              <strong data-numeric>{format.money(byStatus, currency)}</strong>
              <span>{t('payments.said')}</span>
              <span className={classes.hint}>
                {t('payments.saidByStatus', { status: t('consumerStatuses.invoice_paid') })}
              </span>
            </span>
          </li>
        )}
        {said > 0 && (
          <li>
            <Said consumer={consumer} amount={format.money(said, currency)} />
          </li>
        )}
      </ul>
    </Section>
  );
}

interface ToAccountProps {
  consumerId: string;
  noteId: string;
  /** Not there where the registration itself tells it, as before there were such notes: `formerDay`. */
  note: Payment | undefined;
  formerDay: string | undefined;
  amount: string;
  /** This very payment is noted here with another amount, too. */
  isHereToo: boolean;
  /** Registrations for which this very payment is noted, too. */
  others: readonly string[];
}

function ToAccount({ consumerId, noteId, note, formerDay = '', amount, isHereToo, others }: ToAccountProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useEventTime();
  const { repository } = useEvent();
  return (
    <>
      <span className={classes.what}>
        <strong data-numeric>{amount}</strong>
        <span>{t('payments.toAccount')}</span>
        <span className={classes.hint}>{dayWords(note?.day ?? formerDay, format)}</span>
        {note !== undefined && (
          <span className={classes.hint}>
            {t('payments.notedBy', { who: note.author.name, when: timeOf(note.time) })}
          </span>
        )}
        {isHereToo && <span className={classes.bad}>{t('payments.hereToo')}</span>}
        {others.map((other) => (
          <Elsewhere key={other} consumerId={other} />
        ))}
      </span>
      <TakeBack
        label={t('payments.undo')}
        of={t('payments.undoOf', { amount })}
        act={() => repository.takeBackTransfer(consumerId, noteId)}
      >
        {t('payments.undoTransfer', { amount })}
      </TakeBack>
    </>
  );
}

function Elsewhere({ consumerId }: { consumerId: string }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const nameOf = usePeopleNames();
  return (
    <span className={classes.bad}>
      {t('payments.elsewhere')}{' '}
      <Anchor component={Link} to={hrefs.registrantMoney(id, consumerId)} inherit underline="always">
        {nameOf(consumerId).name}
      </Anchor>
    </span>
  );
}

function Said({ consumer, amount }: { consumer: Consumer; amount: string }) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  return (
    <>
      <span className={classes.what}>
        <strong data-numeric>{amount}</strong>
        <span>{t('payments.said')}</span>
        <span className={classes.hint}>{t('payments.saidHint')}</span>
      </span>
      <TakeBack
        label={t('payments.saidUndo')}
        of={t('payments.saidUndoOf', { amount })}
        act={() => repository.withdrawSaid(consumer._id)}
      >
        {t('payments.saidQuestion', { amount })}
      </TakeBack>
    </>
  );
}

/** A day as the bank wrote it; its own text where it is none. */
function dayWords(text: string, format: ReturnType<typeof useFormat>): string {
  const day = dayOfText(text);
  return day === null ? text : format.day(day);
}
