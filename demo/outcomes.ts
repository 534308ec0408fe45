import type { Consumer } from '#domain/documents/consumer.ts';
import { amountsOf } from '#domain/money/vat.ts';

/*
 * What became of registrations: what was paid and given back, and what was sent. By their place in the list, so that the
 * people stay the same.
 */

const DAY = 86_400_000;

export interface OutcomeOptions {
  now: number;
  /** A message that went to everybody, and one by SMS to some. */
  mailId: string;
  smsId: string;
}

export const withOutcomes = (consumers: readonly Consumer[], options: OutcomeOptions): Consumer[] =>
  consumers.map((consumer, index) => {
    const { registration } = consumer;
    if (registration == null) return consumer;
    // Guests from over the border.
    const billed: typeof registration =
      index % 17 === 3 ? { ...registration, currency: 'eur' } : registration;
    return {
      ...consumer,
      registration: billed,
      ...settled(consumer, index, amountsOf(billed).total),
      notifs: attempts(consumer, index, options),
    };
  });

function settled({ status }: Consumer, index: number, total: number): Pick<Consumer, 'settlement'> {
  if (total === 0) return {};
  switch (status) {
    case 'invoice_paid':
      return { settlement: { paid: total, refunded: index % 5 === 0 ? Math.round(total / 4) : 0 } };
    case 'invoice_sent':
      return index % 3 === 0 ? { settlement: { paid: Math.round(total / 2), refunded: 0 } } : {};
    case 'canceled':
      // Some wait for their money.
      return index % 2 === 0 ? { settlement: { paid: total, refunded: index % 4 === 0 ? total : 0 } } : {};
    case 'ticket_sent':
    case 'seating_validated':
    case 'postevent_sent':
      return { settlement: { paid: total, refunded: 0 } };
    default:
      return {};
  }
}

function attempts(
  { person, status }: Consumer,
  index: number,
  { now, mailId, smsId }: OutcomeOptions,
): Consumer['notifs'] {
  const date = now - 20 * DAY + index * 1000;
  const sent = { ok: true, error: null, errorCode: null, date, message: null, url: null };
  const failed = (error: string) => ({ ...sent, ok: false, error });
  const mail =
    person?.email == null ? failed('missing_email') : index % 61 === 7 ? failed('uncertain') : sent;
  const sms =
    person?.phone == null
      ? failed('missing_phone')
      : index % 43 === 5
        ? { ...failed('invalid_phone'), errorCode: 21_211 }
        : sent;
  return { [mailId]: [mail], ...(status === 'invitation_sent' ? { [smsId]: [sms] } : {}) };
}
