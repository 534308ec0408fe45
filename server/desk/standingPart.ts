import type { DeskRegistrationReply } from '#api/deskSchemas.ts';
import type { Language } from '#domain/config.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { InvoiceData } from '#domain/templates/invoiceData.ts';
import { standingPaper } from '#domain/money/invoice.ts';
import { paymentFlags } from '#domain/money/paymentState.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { dateWords } from '#domain/text/frenchDate.ts';
import { ACCOUNT_WORDS } from '#i18n/accountWords.ts';
import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { LOCALES } from '#i18n/language.ts';
import { LET_IN_WORDS } from '#i18n/letInWords.ts';
import { html, type Html } from '#desk/html.ts';
import { writtenIn } from '#desk/layout.ts';
import { payButton } from './payPage.ts';
import { transferPart } from './transferPart.ts';

/** What is known of a registration besides what its guest is told by the API. */
export interface Standing {
  consumer: Consumer;
  /** What was added to it, in the order of the form. */
  extras: readonly { name: string; count: number }[];
  /** Smallest units of the currency that can be paid by card now. */
  toPay: number;
  /** What the form says of the way of paying that was chosen; '' for nothing. */
  message: string;
  /** That of the form's texts. */
  formLanguage: Language;
  /** What is to be paid by transfer, as it was issued; null where nothing was. */
  invoice: InvoiceData | null;
  /** Cancelled, and somebody was let in all the same. */
  isInside?: boolean;
  /** The guest comes back from the page of payment, which the payment may follow later. */
  comesBack?: boolean;
}

interface Shown extends Standing {
  own: DeskRegistrationReply;
  /** Address of the registration's page. */
  at: string;
  timeZone: string;
}

/** How a registration stands: whether it is there, what it costs, what was paid and how the rest is, and its papers. */
export function standingPart(shown: Shown): Html {
  const { own, at, consumer, extras, isInside = false } = shown;
  const { language } = own;
  const w = DESK_WORDS[language];
  const isCanceled = own.status === 'canceled';
  const isOver = isCanceled && consumer.hold?.over === true && settlementOf(consumer).paid === 0;
  return html`<div class="card alert" role="status">
    ${headOf(own)} ${!isCanceled && costOf(own)}
    ${!isCanceled && extras.map(({ name, count }) => html`<p>${count} × ${writtenIn(name, shown.formLanguage, language)}</p>`)}
    ${isOver && html`<p>${w.unpaidOver}</p>`}
    ${isInside && html`<p><strong>${LET_IN_WORDS[language].inside}</strong></p>`} ${payingOf(shown)}
    ${own.account && html`<p><a href="/desk/login?lang=${language}" target="_top">${ACCOUNT_WORDS[language].account}</a></p>`}
    ${!isCanceled && filesOf(own, at)}
    ${
      isCanceled &&
      own.papers.invoice &&
      standingPaper(consumer)?.kind === 'credit' &&
      html`<p><a href="${at}/invoice.pdf">${w.creditNote}</a></p>`
    }
  </div>`;
}

const isHeld = ({ status, paymentType }: DeskRegistrationReply): boolean =>
  status === 'pending' && paymentType === 'card';

function headOf(own: DeskRegistrationReply): Html {
  const w = DESK_WORDS[own.language];
  if (own.status === 'canceled') return html`<h2>${w.canceled}</h2>`;
  return isHeld(own)
    ? html`<h2>${w.held}</h2>
        <p>${w.heldHint}</p>`
    : html`<h2>${w.done}</h2>
        <p>${w.doneHint}</p>`;
}

const moneyIn = ({ language, currency }: DeskRegistrationReply): ((amount: number) => string) => {
  const format = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency: currency.toUpperCase(),
  });
  return (amount) => format.format(amount / 100);
};

function costOf(own: DeskRegistrationReply): Html | false {
  const total = own.amount + own.amountVat;
  const w = DESK_WORDS[own.language];
  const money = moneyIn(own);
  return (
    total > 0 &&
    html`<p class="sum">${w.sum} ${money(total)}</p>
      ${own.amountVat > 0 && html`<small>${fill(w.sumVat, { vat: money(own.amountVat) })}</small>`}`
  );
}

/** What was paid and given back, what is open, and how to pay it. */
function payingOf(shown: Shown): Html {
  const { own, at, consumer, toPay, message, invoice, comesBack = false, timeZone } = shown;
  const { language } = own;
  const w = DESK_WORDS[language];
  const money = moneyIn(own);
  const clock = new Intl.DateTimeFormat(LOCALES[language], {
    ...{ timeZone, day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  });
  const isCanceled = own.status === 'canceled';
  const { credit, paid, refunded, open } = settlementOf(consumer);
  // How to pay is said until it is.
  const tellsHow = message !== '' && !isCanceled && (own.amount + own.amountVat === 0 || open > 0);
  const isTransfer = own.paymentType === 'transfer' && !isCanceled && open > 0;
  const until = isHeld(own) && toPay > 0 && !comesBack ? consumer.hold?.until : undefined;
  return html`${
    !isCanceled &&
    paid > refunded &&
    html`<p><strong>${fill(w.paidSum, { amount: money(paid - refunded) })}</strong></p>`
  }
  ${toPay > 0 && comesBack && html`<p><strong>${w.justPaid}</strong></p>`}
  ${until !== undefined && html`<p>${fill(w.payHint, { time: dateWords(clock.format(until), language) })}</p>`}
  ${!isHeld(own) && toPay > 0 && html`<p class="sum">${fill(w.openSum, { amount: money(toPay) })}</p>`}
  ${tellsHow && html`<p>${writtenIn(message, shown.formLanguage, language)}</p>`}
  ${isTransfer && transferPart({ language, open, amount: money(open), invoice, isTold: tellsHow })}
  ${paymentFlags(consumer).includes('late') && html`<p><strong>${w.paidLate}</strong></p>`}
  ${credit > 0 && html`<p>${fill(w.creditSum, { amount: money(credit) })}</p>`}
  ${refunded > 0 && html`<p>${fill(w.refundedSum, { amount: money(refunded) })}</p>`}
  ${toPay > 0 && payButton(at, w.payNow)}`;
}

function filesOf({ language, papers, guests }: DeskRegistrationReply, at: string): Html {
  const w = DESK_WORDS[language];
  return html`<p class="row">
    ${guests.some(({ sessions }) => sessions.length > 0) && html`<a href="${at}/calendar.ics">${w.calendar}</a>`}
    ${papers.invitation && html`<a href="${at}/invitation.pdf">${w.invitation}</a>`}
    ${papers.invoice && html`<a href="${at}/invoice.pdf">${w.invoice}</a>`}
  </p>`;
}
