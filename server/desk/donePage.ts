import type { DeskRegistrationReply } from '#api/deskSchemas.ts';
import type { Language } from '#domain/config.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { InvoiceData } from '#domain/templates/invoiceData.ts';
import { standingPaper } from '#domain/money/invoice.ts';
import { paymentFlags } from '#domain/money/paymentState.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { ACCOUNT_WORDS } from '#i18n/accountWords.ts';
import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { LOCALES } from '#i18n/language.ts';
import { LET_IN_WORDS } from '#i18n/letInWords.ts';
import { SENT_AGAIN_WORDS } from '#i18n/sentAgainWords.ts';
import { html, lines, type Html } from '#desk/html.ts';
import { contactOf, layout, titleIn, whenIn } from '#desk/layout.ts';
import { payButton } from './payPage.ts';
import { codeOf } from './qrPart.ts';
import { transferPart } from './transferPart.ts';

/** The guest's own registration: that it is there, its numbers, and the codes for the door. */
export function donePage(
  own: DeskRegistrationReply,
  timeZone: string,
  {
    token,
    problem,
    toPay,
    consumer,
    extras,
    message,
    invoice,
    isInside = false,
    comesBack = false,
    formAt = null,
  }: {
    token: string;
    problem: string | null;
    toPay: number;
    consumer: Consumer;
    /** What was added to it, in the order of the form. */
    extras: readonly { name: string; count: number }[];
    /** What the form says of the way of paying that was chosen; '' for nothing. */
    message: string;
    /** What is to be paid by transfer, as it was issued; null where nothing was. */
    invoice: InvoiceData | null;
    /** Cancelled, and somebody was let in all the same. */
    isInside?: boolean;
    comesBack?: boolean;
    /** Where something else was sent from, which was not taken. */
    formAt?: string | null;
  },
): Html {
  const { language, event, guests } = own;
  const at = `/desk/registrations/${token}`;
  const w = DESK_WORDS[language];
  const title = titleIn(event, language);
  const money = new Intl.NumberFormat(LOCALES[language], {
    ...{ style: 'currency', currency: own.currency.toUpperCase() },
  });
  const clock = new Intl.DateTimeFormat(LOCALES[language], {
    ...{ timeZone, day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  });
  const total = own.amount + own.amountVat;
  const isCanceled = own.status === 'canceled';
  const { credit, paid, refunded, open } = settlementOf(consumer);
  const isOver = isCanceled && consumer.hold?.over === true && paid === 0;
  // How to pay is said until it is.
  const tellsHow = message !== '' && !isCanceled && (total === 0 || open > 0);
  const paidBack = html`${paymentFlags(consumer).includes('late') && html`<p><strong>${w.paidLate}</strong></p>`}
  ${credit > 0 && html`<p>${fill(w.creditSum, { amount: money.format(credit / 100) })}</p>`}
  ${refunded > 0 && html`<p>${fill(w.refundedSum, { amount: money.format(refunded / 100) })}</p>`}`;
  const isHeld = own.status === 'pending' && own.paymentType === 'card';
  const body = html`${problem !== null && html`<p class="card bad" role="alert">${problem}</p>`}
    ${formAt !== null && notTaken(formAt, language)}
    <div class="card alert" role="status">
      <h2>${isCanceled ? w.canceled : isHeld ? w.held : w.done}</h2>
      ${!isCanceled && html`<p>${isHeld ? w.heldHint : w.doneHint}</p>`}
      ${
        total > 0 &&
        !isCanceled &&
        html`<p class="sum">${w.sum} ${money.format(total / 100)}</p>
          ${own.amountVat > 0 && html`<small>${fill(w.sumVat, { vat: money.format(own.amountVat / 100) })}</small>`}`
      }
      ${!isCanceled && extras.map(({ name, count }) => html`<p>${count} × ${name}</p>`)}
      ${isOver && html`<p>${w.unpaidOver}</p>`}
      ${isInside && html`<p><strong>${LET_IN_WORDS[language].inside}</strong></p>`}
      ${
        !isCanceled &&
        paid > refunded &&
        html`<p><strong>${fill(w.paidSum, { amount: money.format((paid - refunded) / 100) })}</strong></p>`
      }
      ${toPay > 0 && comesBack && html`<p><strong>${w.justPaid}</strong></p>`}
      ${consumer.hold != null && isHeld && toPay > 0 && !comesBack && html`<p>${fill(w.payHint, { time: clock.format(consumer.hold.until) })}</p>`}
      ${
        !isHeld &&
        toPay > 0 &&
        html`<p class="sum">${fill(w.openSum, { amount: money.format(toPay / 100) })}</p>`
      }
      ${tellsHow && html`<p>${lines(message)}</p>`}
      ${
        own.paymentType === 'transfer' &&
        !isCanceled &&
        open > 0 &&
        transferPart({ language, open, amount: money.format(open / 100), invoice, isTold: tellsHow })
      }
      ${paidBack} ${toPay > 0 && payButton(at, w.payNow)}
      ${own.account && html`<p><a href="/desk/login?lang=${language}" target="_top">${ACCOUNT_WORDS[language].account}</a></p>`}
      ${!isCanceled && filesOf(own, at)}
      ${
        isCanceled &&
        own.papers.invoice &&
        standingPaper(consumer)?.kind === 'credit' &&
        html`<p><a href="${at}/invoice.pdf">${w.creditNote}</a></p>`
      }
    </div>
    ${guests.map(
      ({ number, forename, surname, sessions }) =>
        html`<section class="card">
          <h2>${forename} ${surname}</h2>
          <p>${w.number} <strong>${number}</strong></p>
          ${!isCanceled && number !== '' && codeOf(number, fill(w.code, { name: `${forename} ${surname}` }))}
          ${sessions.map(
            (session) =>
              html`<p>
                ${titleIn(session, language)}${session.option !== null && ` · ${session.option}`}${
                  session.kind === 'child' && ` (${w.child})`
                }<br /><small>${whenIn(session, language, timeZone)}</small>
              </p>`,
          )}
        </section>`,
    )}
    ${own.may.names && namesPart(own, at)}
    ${
      own.may.cancel &&
      html`<details class="card">
        <summary>${w.cancel}</summary>
        <form method="post" action="${at}">
          <p>${w.cancelHint}</p>
          <p><button name="act" value="cancel">${w.cancelNow}</button></p>
        </form>
      </details>`
    }
    ${event.contact !== null && html`<p class="soft">${w.askOrganiser} ${event.company && `${event.company}, `}${contactOf(event.contact)}</p>`}`;
  return layout({ language, title, location: event.location, body });
}

/** Told before everything else: who has changed something is sure that it counts. */
function notTaken(formAt: string, language: Language): Html {
  const w = SENT_AGAIN_WORDS[language];
  return html`<div class="card bad" role="alert">
    <h2>${w.notTaken}</h2>
    <p>${w.notTakenHint}</p>
    <p><a href="/desk/${formAt}?lang=${language}">${w.anew}</a></p>
  </div>`;
}

function filesOf({ language, papers, guests }: DeskRegistrationReply, at: string): Html {
  const w = DESK_WORDS[language];
  return html`<p class="row">
    ${guests.some(({ sessions }) => sessions.length > 0) && html`<a href="${at}/calendar.ics">${w.calendar}</a>`}
    ${papers.invitation && html`<a href="${at}/invitation.pdf">${w.invitation}</a>`}
    ${papers.invoice && html`<a href="${at}/invoice.pdf">${w.invoice}</a>`}
  </p>`;
}

/** Names that can be written anew; numbers and codes stay. */
function namesPart({ language, guests }: DeskRegistrationReply, at: string): Html {
  const w = DESK_WORDS[language];
  return html`<details class="card">
    <summary>${w.changeNames}</summary>
    <form method="post" action="${at}">
      <p class="soft">${w.changeNamesHint}</p>
      ${guests.map(
        (guest, index) =>
          html`<fieldset class="session">
            <legend>${fill(w.guestN, { n: index + 1 })}</legend>
            <div class="pair">
              <input type="hidden" name="n${index}" value="${guest.number}" />
              ${(['forename', 'surname'] as const).map(
                (name) =>
                  html`<label
                    >${w[name]}<input
                      type="text"
                      name="${name}${index}"
                      value="${guest[name]}"
                      maxlength="200"
                      autocomplete="off"
                      required
                  /></label>`,
              )}
            </div>
          </fieldset>`,
      )}
      <p><button name="act" value="names">${w.saveNames}</button></p>
    </form>
  </details>`;
}

/** Where there is no registration. */
export const gonePage = (language: Language): Html => {
  const w = DESK_WORDS[language];
  return layout({ language, title: w.gone, body: html`<p class="card">${w.goneHint}</p>` });
};
