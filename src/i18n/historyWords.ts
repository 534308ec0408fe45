import type { Checkin } from '#domain/documents/checkin.ts';
import type { Language, SessionStatus } from '#domain/config.ts';
import type { HandKind } from '#domain/documents/payment.ts';
import type { EventDocType } from '#domain/ids.ts';
import type { Dispute } from '#domain/money/cardPayment.ts';
import { shownRate } from '#domain/money/rate.ts';
import { productKinds } from './en/clients.ts';
import { categories } from './en/common.ts';
import { notifs } from './en/notifs.ts';
import { consumerStatuses, paymentTypes } from './en/values.ts';
import { productKinds as frenchKinds } from './fr/clients.ts';
import { categories as frenchCategories } from './fr/common.ts';
import { notifs as frenchNotifs } from './fr/notifs.ts';
import { consumerStatuses as frenchStatuses, paymentTypes as frenchPaymentTypes } from './fr/values.ts';
import { historyFields } from './historyFields.ts';

/** Words that several history sentences share. */
export interface HistoryWords {
  locale: string;
  quote(text: string): string;
  /** Between a field's name and its values. */
  colon: string;
  /** Between two fields. */
  semicolon: string;
  none: string;
  yes: string;
  no: string;
  unnamed: string;
  andMore(count: number): string;
  seat(table: string, seat: number | null): string;
  status: Record<SessionStatus, string>;
  method: Record<Checkin['method'], string>;
  docType: Record<EventDocType, string>;
  kind: Record<HandKind, string>;
  /** Before its day. */
  statement: string;
  dispute: Record<Dispute['outcome'], string>;
  /** By path, or by a part of it (`fieldName`). Fields without a word here appear under their own name. */
  field: Readonly<Record<string, string>>;
  /** Percent to pay, as the forms call it (specification 1 §9). */
  rate(percent: number): string;
  /** Words for values of fixed lists, by `field:value`. */
  value: Readonly<Record<string, string>>;
}

/** The words of a fixed list for the middle of a sentence; abbreviations keep their capitals. */
const valuesOf = (field: string, labels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).map(([value, label]) => [
      `${field}:${value}`,
      label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()),
    ]),
  );

type Labels = Readonly<Record<string, string>>;

const valuesOfMessage = (
  statuses: Labels,
  { types, methods, purposes }: { types: Labels; methods: Labels; purposes: Labels },
): Record<string, string> => ({
  ...valuesOf('consumerStatus', statuses),
  ...valuesOf('consumerStatusNew', statuses),
  ...valuesOf('notifType', types),
  ...valuesOf('notifMethod', methods),
  ...valuesOf('purpose', purposes),
});

/** A no-break space: before the French colon and inside guillemets. */
const NBSP = '\u00a0';

export const historyWords: Record<Language, HistoryWords> = {
  en: {
    locale: 'en-US',
    quote: (text) => `“${text}”`,
    colon: ': ',
    semicolon: '; ',
    none: '(empty)',
    yes: 'yes',
    no: 'no',
    unnamed: 'Unknown client',
    andMore: (count) => (count === 1 ? 'and 1 more' : `and ${count} more`),
    seat: (table, seat) => (seat === null ? `table ${table}` : `table ${table}, seat ${seat}`),
    status: { upcoming: 'upcoming', ongoing: 'ongoing', archived: 'archived' },
    method: { list: 'from the list', scan: 'by scan', desk: 'at the desk' },
    docType: {
      event: 'event',
      session: 'session',
      client: 'client',
      consumer: 'registration',
      form: 'form',
      file: 'file',
      notif: 'message',
      invitationtemplate: 'invitation template',
      invoicetemplate: 'invoice template',
      whatsapptemplate: 'WhatsApp template',
      checkin: 'check-in',
      entrychange: 'registration',
      payment: 'payment',
    },
    kind: { cash: 'cash', terminal: 'card terminal', transfer: 'transfer' },
    statement: 'bank statement of',
    dispute: {
      open: 'Payment by card disputed',
      won: 'Dispute won',
      lost: 'Dispute lost, the bank gave it back',
    },
    field: historyFields.en,
    rate: (percent) => {
      const shown = shownRate(percent);
      if (shown.kind !== 'partial') return shown.kind === 'full' ? 'full price' : 'free';
      return `${shown.percent}% off`;
    },
    value: {
      ...valuesOf('status', consumerStatuses),
      ...valuesOfMessage(consumerStatuses, notifs),
      ...valuesOf('paymentType', paymentTypes),
      ...valuesOf('category', categories),
      ...valuesOf('product', productKinds),
      'title:mr': 'Mr',
      'title:mrs': 'Ms',
      'title:other': 'other',
      'language:en': 'English',
      'language:fr': 'French',
    },
  },
  fr: {
    locale: 'fr-CH',
    quote: (text) => `«${NBSP}${text}${NBSP}»`,
    colon: `${NBSP}: `,
    semicolon: `${NBSP}; `,
    none: '(vide)',
    yes: 'oui',
    no: 'non',
    unnamed: 'Client inconnu',
    andMore: (count) => (count === 1 ? 'et 1 autre' : `et ${count} autres`),
    seat: (table, seat) => (seat === null ? `table ${table}` : `table ${table}, place ${seat}`),
    status: { upcoming: 'à venir', ongoing: 'en cours', archived: 'archivée' },
    method: { list: 'depuis la liste', scan: 'par scan', desk: 'au guichet' },
    docType: {
      event: 'événement',
      session: 'session',
      client: 'client',
      consumer: 'inscription',
      form: 'formulaire',
      file: 'fichier',
      notif: 'message',
      invitationtemplate: 'modèle d’invitation',
      invoicetemplate: 'modèle de facture',
      whatsapptemplate: 'modèle WhatsApp',
      checkin: 'arrivée',
      entrychange: 'inscription',
      payment: 'paiement',
    },
    kind: { cash: 'espèces', terminal: 'terminal de carte', transfer: 'virement' },
    statement: 'relevé bancaire du',
    dispute: {
      open: 'Paiement par carte contesté',
      won: 'Contestation gagnée',
      lost: 'Contestation perdue, la banque a rendu l’argent',
    },
    field: historyFields.fr,
    rate: (percent) => {
      const shown = shownRate(percent);
      if (shown.kind !== 'partial') return shown.kind === 'full' ? 'plein tarif' : 'gratuit';
      return `rabais de ${shown.percent}${NBSP}%`;
    },
    value: {
      ...valuesOf('status', frenchStatuses),
      ...valuesOfMessage(frenchStatuses, frenchNotifs),
      ...valuesOf('paymentType', frenchPaymentTypes),
      ...valuesOf('category', frenchCategories),
      ...valuesOf('product', frenchKinds),
      'title:mr': 'M.',
      'title:mrs': 'Mme',
      'title:other': 'autre',
      'language:en': 'anglais',
      'language:fr': 'français',
    },
  },
};
