import type { DocOf } from '#domain/documents/index.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { EventDoc } from '#domain/documents/event.ts';
import { invoiceNumber } from '#domain/money/invoice.ts';
import type { Recipient } from '#domain/notifications/audience.ts';
import { hasPaper, templateFor } from '#domain/notifications/papers.ts';
import type { RegistrationFacts } from '#domain/templates/facts.ts';
import { invoiceData } from '#domain/templates/invoiceData.ts';
import { paymentCodeOf } from '#domain/templates/paymentCode.ts';
import { copiesOf } from '#domain/templates/values.ts';
import { CODE_VARIABLES } from '#domain/templates/variables.ts';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import { isSurelyPrintable, printedTexts, type PrintedText } from '#pdf/template/printed.ts';

export interface PaperSource {
  event: EventDoc;
  consumers: ReadonlyMap<string, Consumer>;
  factsOf: (of: { consumerId: string }) => RegistrationFacts | null;
  /** Null where none goes with the message. */
  invitations: ReadonlyMap<string, DocOf<'invitationtemplate'>> | null;
  invoices: ReadonlyMap<string, DocOf<'invoicetemplate'>> | null;
  /** ms; the documents' date. */
  now: number;
}

/** What the documents of somebody's message would print and may hold a letter that no typeface has. */
export function doubtfulTexts(
  { consumerId, language }: Pick<Recipient, 'consumerId' | 'language'>,
  { event, consumers, factsOf, invitations, invoices, now }: PaperSource,
): PrintedText[] {
  const consumer = consumers.get(consumerId);
  const facts = factsOf({ consumerId });
  if (consumer === undefined || facts === null) return [];
  const words = DOCUMENT_WORDS[language];
  const whose = { language, paymentType: consumer.paymentType };
  const invitation = templateFor('invitation', invitations?.values() ?? [], whose);
  const invoice = templateFor('invoice', invoices?.values() ?? [], whose);
  const texts: PrintedText[] = [];
  if (invitation !== undefined) {
    for (const copy of copiesOf('invitation', facts, words, { now, boxes: invitation.refs }))
      texts.push(...printedTexts(invitation.refs, copy, CODE_VARIABLES));
  }
  if (invoice !== undefined && hasPaper('invoice', consumer, facts.clients.length)) {
    const [copy] = copiesOf('invoice', facts, words, { now });
    const number = copy?.invoice_id || invoiceNumber(event.invoicePrefix, 0);
    texts.push(
      ...printedTexts(invoice.refs, { ...copy, invoice_id: number }, CODE_VARIABLES),
      ...payeeTexts(event, facts, { number, language, issuedAt: now }),
    );
  }
  return texts.filter(({ text }) => !isSurelyPrintable(text));
}

/** Of the page behind an invoice: the payer stands there in Latin letters, whom it is paid to as the bank calls them. */
function payeeTexts(
  { company = null, transfer = null }: EventDoc,
  facts: RegistrationFacts,
  invoice: Parameters<typeof invoiceData>[2],
): PrintedText[] {
  if (isSurelyPrintable(JSON.stringify([company, transfer]))) return [];
  const code = paymentCodeOf(invoiceData(facts, { company, transfer }, invoice));
  if (code === null) return [];
  const { name, street, zip, city } = code.creditor;
  return [{ text: [name, street, `${zip} ${city}`].join('\n'), weight: 'regular' }];
}
