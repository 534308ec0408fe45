import { LOCALES } from '#i18n/language.ts';
import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { opennessOf } from '#domain/commands/desk.ts';
import { dateWords } from '#domain/text/frenchDate.ts';
import { placeOf, written } from './fields.ts';
import { guestPart } from './guestPart.ts';
import { html, type Html } from './html.ts';
import { layout, titleIn } from './layout.ts';
import { extrasPart, paymentPart } from './moneyPart.ts';
import { pageData } from './pageData.ts';
import { personPart } from './personPart.ts';
import { questionsPart } from './questions.ts';
import type { FormPage } from './shown.ts';
import { sumPart } from './sumPart.ts';
import { isAllTaken } from './short.ts';
import { shownAs, timesOf } from './typed.ts';

/**
 * Behind the address that a form is sent to: what is sent to a page's own address has browsers forget the page, and the way back
 * would lead to a new one, with another id.
 */
const SENT = 'sent';

/** The page where people register: a form of plain HTML that needs no script. */
export function formPage(page: FormPage): Html {
  const { offer, language, typed, problems } = page;
  const w = DESK_WORDS[language];
  const { form, sessions } = offer;
  const openness = opennessOf(form, page.now);
  const title = titleIn(offer.event, language);
  const other = language === 'en' ? 'fr' : 'en';
  const otherHref =
    form.counterpart === null || language !== form.language ? `?lang=${other}` : `/desk/${form.counterpart}`;
  const { picture } = offer.event;
  const body = html`
    ${
      picture !== null &&
      html`<img
        class="picture"
        src="/desk/${form.accessId}/picture?v=${encodeURIComponent(picture.version)}"
        width="${picture.width}"
        height="${picture.height}"
        alt=""
        fetchpriority="low"
      />`
    }
    ${
      problems.length > 0 &&
      html`<div class="card bad" role="alert" id="problems" tabindex="-1" autofocus>
        <h2>${w.wrong}</h2>
        ${problems.map(
          ({ text, field }) =>
            html`<p>${field === undefined ? text : html`<a href="#${placeOf(field)}">${text}</a>`}</p>`,
        )}
      </div>`
    }
    ${openness === 'open' && isAllTaken(offer) && html`<p class="card alert">${w.allTaken}</p>`}
    ${form.information && html`<p class="card">${written(page, form.information)}</p>`}
    ${form.alerts.map((text) => html`<p class="card alert">${written(page, text)}</p>`)}
    ${openness !== 'early' && form.closesAt !== null && timeNote(page, openness === 'over' ? 'closedAt' : 'closesAt', form.closesAt)}
    ${openness === 'early' && form.opensAt !== null && timeNote(page, 'opensAt', form.opensAt)}
    ${
      sessions.length === 0 || openness !== 'open'
        ? sessions.length === 0 && html`<p class="card">${w.nothingOffered}</p>`
        : html`<form method="post" action="/desk/${form.accessId}?${SENT}" id="form">
            <input type="hidden" name="id" value="${typed.get('id')}" />
            <input type="hidden" name="form" value="${form.formId}" />
            <input type="hidden" name="lang" value="${language}" />
            <input type="hidden" name="guests" value="${typed.guests}" />
            ${sessions.map((one) => html`<input type="hidden" name="${shownAs(one)}" value="${timesOf(one)}" />`)}
            <button class="first" name="act" value="sum" formnovalidate tabindex="-1" aria-hidden="true">
              ${w.workOut}
            </button>
            ${personPart(page)} ${Array.from({ length: typed.guests }, (_, index) => guestPart(page, index))}
            <p class="row card">
              <button name="act" value="add" formnovalidate>${w.addGuest}</button>
              ${
                typed.guests > 1 &&
                html`<button name="act" value="remove" formnovalidate>${w.removeGuest}</button>`
              }
            </p>
            ${extrasPart(page)} ${questionsPart(page)} ${paymentPart(page)}
            ${form.information2 && html`<p class="card">${written(page, form.information2)}</p>`}
            ${sumPart(page)}
          </form>`
    }
    ${page.script !== null && pageData(page)}
  `;
  return layout({
    language,
    title,
    other: { href: otherHref, language: other },
    body,
    location: offer.event.location,
    script: page.script,
  });
}

const timeNote = (
  { language, timeZone }: FormPage,
  key: 'opensAt' | 'closesAt' | 'closedAt',
  time: number,
): Html => {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    ...{ timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    // Whoever reads it may be far away.
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  });
  return html`<p class="card">
    ${fill(DESK_WORDS[language][key], { time: dateWords(format.format(time), language) })}
  </p>`;
};
