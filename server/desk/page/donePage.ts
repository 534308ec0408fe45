import type { DeskRegistrationReply } from '#api/deskSchemas.ts';
import type { Language } from '#domain/config.ts';
import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { LOCALES } from '#i18n/language.ts';
import { qrCode, QUIET_ZONE } from '#pdf/qr.ts';
import { html, type Html } from './html.ts';
import { layout, titleIn, whenIn } from './layout.ts';

/** The guest's own registration: that it is there, its numbers, and the codes for the door. */
export function donePage(own: DeskRegistrationReply, timeZone: string): Html {
  const { language, event, guests } = own;
  const w = DESK_WORDS[language];
  const title = titleIn(event, language);
  const money = new Intl.NumberFormat(LOCALES[language], {
    ...{ style: 'currency', currency: own.currency.toUpperCase() },
  });
  const total = own.amount + own.amountVat;
  const isCanceled = own.status === 'canceled';
  const body = html`<div class="card alert" role="status">
      <h2>${isCanceled ? w.canceled : w.done}</h2>
      ${!isCanceled && html`<p>${w.doneHint}</p>`}
      ${
        total > 0 &&
        html`<p class="sum">${w.sum} ${money.format(total / 100)}</p>
          ${own.amountVat > 0 && html`<small>${fill(w.sumVat, { vat: money.format(own.amountVat / 100) })}</small>`}`
      }
    </div>
    ${guests.map(
      ({ number, forename, surname, sessions }) =>
        html`<section class="card">
          <h2>${forename} ${surname}</h2>
          <p>${w.number}: <strong>${number}</strong></p>
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
    )}`;
  return layout({ language, title, location: event.location, body });
}

function codeOf(number: string, name: string): Html {
  const { size, runs } = qrCode(number);
  const all = size + 2 * QUIET_ZONE;
  const path = runs.map(({ x, y, length }) => `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`);
  return html`<svg
    class="code"
    role="img"
    aria-label="${name}"
    viewBox="0 0 ${all} ${all}"
    shape-rendering="crispEdges"
  >
    <path d="${path.join('')}" />
  </svg>`;
}

/** Where there is no registration. */
export const gonePage = (language: Language): Html => {
  const w = DESK_WORDS[language];
  return layout({ language, title: w.gone, body: html`<p class="card">${w.goneHint}</p>` });
};
