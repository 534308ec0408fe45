import { DEFAULT_CURRENCY, type Currency, type Language, type PaymentType, type Title } from '../config.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { EventDoc } from '../documents/event.ts';
import { amountsOf } from '../money/vat.ts';
import type { RegistrationFacts } from './facts.ts';
import { payerOf } from './values.ts';
import { referenceOf } from './paymentReference.ts';

type Address = NonNullable<Consumer['address']>;

/** An invoice or a credit note as it was issued: what was sold, by whom, to whom. Amounts in cents, VAT in basis points. */
export interface InvoiceData {
  kind: 'invoice' | 'credit';
  number: string;
  /** Of a credit note: the number of the invoice that it takes back. */
  takesBack: string | null;
  /** ms */
  issuedAt: number;
  language: Language;
  paymentType: PaymentType;
  currency: Currency;
  seller: { company: string | null; transfer: EventDoc['transfer'] };
  buyer: {
    title: Title | null;
    forename: string;
    surname: string;
    company: string;
    email: string;
    address: Address | null;
  };
  event: { title: string; titleFrench: string | null };
  sold: {
    /** `date` in ms. */
    sessions: { id: string; title: string; titleFrench: string | null; date: number; guests: string[] }[];
    extras: NonNullable<Consumer['registration']>['extras'];
    rate: number;
    rateName: string | null;
  };
  vatRate: number;
  net: number;
  vat: number;
  total: number;
  /** By which its payment to an account is known again. Absent from invoices of before it was kept. */
  reference?: string | null;
}

/** What an invoice for this registration says, as things stand. */
export function invoiceData(
  facts: RegistrationFacts,
  seller: InvoiceData['seller'],
  { number, issuedAt, language }: Pick<InvoiceData, 'number' | 'issuedAt' | 'language'>,
): InvoiceData {
  const { event, consumer, clients, sessions } = facts;
  const { registration, person, address } = consumer ?? {};
  const payer = payerOf(facts);
  const amounts = amountsOf(registration ?? { amount: 0, vat: 0 });
  const nameOf = new Map(clients.map(({ _id, forename, surname }) => [_id, `${forename} ${surname}`.trim()]));
  const paymentType = consumer?.paymentType ?? 'none';
  const currency = registration?.currency ?? DEFAULT_CURRENCY;
  return {
    ...{ kind: 'invoice', number, takesBack: null, issuedAt, language, seller, paymentType, currency },
    reference: referenceOf({ paymentType, currency, number, transfer: seller.transfer }),
    buyer: {
      title: payer.title ?? null,
      ...{ forename: payer.forename, surname: payer.surname },
      ...{ company: payer.company ?? '', email: person?.email ?? '' },
      address: address ?? null,
    },
    event: { title: event.title, titleFrench: event.titleFrench ?? null },
    sold: {
      sessions: sessions.map(({ session, clientIds }) => ({
        ...{ id: session._id, title: session.title, titleFrench: session.titleFrench ?? null },
        date: session.date,
        guests: [...clientIds].flatMap((id) => nameOf.get(id) ?? []),
      })),
      extras: registration?.extras ?? null,
      ...{ rate: registration?.rate ?? 100, rateName: registration?.rateName ?? null },
    },
    vatRate: registration?.vat ?? 0,
    ...amounts,
  };
}

/** What takes an invoice back: the same, below zero. */
export const creditData = (
  invoice: InvoiceData,
  { number, issuedAt }: Pick<InvoiceData, 'number' | 'issuedAt'>,
): InvoiceData => ({
  ...invoice,
  ...{ kind: 'credit', number, issuedAt, takesBack: invoice.number, reference: null },
  // From zero, so that nothing is never `-0`.
  ...{ net: 0 - invoice.net, vat: 0 - invoice.vat, total: 0 - invoice.total },
});
