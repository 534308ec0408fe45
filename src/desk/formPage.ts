import { LOCALES } from '#i18n/language.ts';
import { DESK_PAYMENTS, DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { opennessOf } from '#domain/commands/desk.ts';
import { sumOf } from '#domain/desk/sum.ts';
import { callingCodeOf } from '#domain/import/callingCode.ts';
import { countryField, input, invalid, placeOf, problemAt } from './fields.ts';
import { guestPart, moneyIn, titleChoice, withVat } from './guestPart.ts';
import { html, lines, type Html } from './html.ts';
import { pageData, placesIn } from './pageData.ts';
import { questionsPart } from './questions.ts';
import { contactOf, dayWords, layout, titleIn } from './layout.ts';
import { shortIn } from './short.ts';
import type { FormPage } from './shown.ts';

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
  const money = moneyIn(page);
  const isAsked = page.wanted.clients.some((guest) => guest.sessions.length > 0);
  const sum = isAsked ? sumOf(page.form, page.wanted) : null;
  const short = shortIn(form, page.wanted, placesIn(offer, language), w);
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
    ${form.information && html`<p class="card">${lines(form.information)}</p>`}
    ${form.alerts.map((text) => html`<p class="card alert">${lines(text)}</p>`)}
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
            ${form.information2 && html`<p class="card">${lines(form.information2)}</p>`}
            <div class="card">
              <p class="row">
                <span id="sum" role="status"
                  >${
                    sum !== null &&
                    html`<span class="sum">${w.sum} ${money(sum.total)}</span>
                      ${sum.vat > 0 && html`<small>${fill(w.sumVat, { vat: money(sum.vat) })}</small>`}`
                  }${short.map((text) => html`<small class="problem">${text}</small>`)}</span
                >
                <button class="unscripted" name="act" value="sum" formnovalidate>${w.workOut}</button>
              </p>
              ${form.asksCode && codeField(page)}
              ${
                form.hasTerms &&
                html`<p><a href="/desk/${form.accessId}/terms">${w.terms}</a></p>
                  <label class="pick"
                    ><input
                      id="${placeOf('terms')}"
                      type="checkbox"
                      name="terms"
                      required
                      ${typed.has('terms') && html`checked`}
                      ${invalid(page, 'terms')}
                    />${w.acceptTerms}</label
                  >
                  ${problemAt(page, 'terms')}
                  <div id="sign" hidden>
                    <p>${w.sign} <small>${w.optional}</small></p>
                    <canvas width="720" height="240" role="img" aria-label="${w.sign}"></canvas>
                    <input type="hidden" name="signature" value="${typed.get('signature')}" />
                    <label
                      >${w.signTyped} <small>${w.optional}</small>
                      <input
                        type="text"
                        name="signed"
                        value="${typed.get('signed')}"
                        maxlength="100"
                        autocomplete="off"
                    /></label>
                    <p><button type="button">${w.signAgain}</button></p>
                  </div>`
              }
              <p class="soft">
                ${fill(w.privacy, { company: offer.event.company || w.organiser, event: title })}
                ${offer.event.contact !== null && html`${w.contact} ${contactOf(offer.event.contact)}.`}
                ${
                  form.keepMonths === null
                    ? w.keptOpen
                    : fill(form.keepMonths === 1 ? w.kept_one : w.kept_other, { n: form.keepMonths })
                }
                ${form.noticeUrl !== null && html`<a href="${form.noticeUrl}" rel="noopener">${w.notice}</a>`}
              </p>
              <p><button class="main" name="act" value="register">${w.register}</button></p>
            </div>
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
    ${fill(DESK_WORDS[language][key], { time: dayWords(format.format(time), language) })}
  </p>`;
};

const codeField = (page: FormPage): Html => {
  const w = DESK_WORDS[page.language];
  return input(page, { name: 'code', label: w.accessCode, complete: 'off', hint: w.accessCodeHint });
};

/** Where no address is asked for, it is known what becomes of a number without a country code. */
function phoneHint({ offer, language, timeZone }: FormPage): string {
  const { required, mandatory } = offer.form;
  const code = callingCodeOf(timeZone);
  const w = DESK_WORDS[language];
  const asksAddress = required.addr || required.addrSec || mandatory.addr || mandatory.addrSec;
  return asksAddress || code === '' ? w.phoneHint : fill(w.phoneHome, { code });
}

function personPart(page: FormPage): Html {
  const { form } = page.offer;
  const w = DESK_WORDS[page.language];
  return html`<fieldset class="card">
      <legend>${w.you}</legend>
      <div class="pair">
        ${form.required.info && titleChoice(page, 'person')}
        ${input(page, { name: 'person.forename', label: w.forename, complete: 'given-name' })}
        ${input(page, { name: 'person.surname', label: w.surname, complete: 'family-name' })}
        ${input(page, {
          ...{ name: 'person.email', label: w.email, type: 'email', complete: 'email' },
          hint: form.required.account ? w.accountHint : w.youHint,
        })}
        ${input(page, {
          ...{ name: 'person.phone', label: w.phone, type: 'tel', complete: 'tel', optional: true },
          ...{ hint: phoneHint(page), most: 60 },
        })}
        ${input(page, {
          ...{ name: 'person.company', label: w.company, complete: 'organization', optional: true },
        })}
      </div>
    </fieldset>
    ${(form.required.addr || form.mandatory.addr) && addressPart(page, 'address', !form.mandatory.addr)}
    ${
      (form.required.addrSec || form.mandatory.addrSec) &&
      addressPart(page, 'addressSec', !form.mandatory.addrSec)
    }`;
}

function addressPart(page: FormPage, name: 'address' | 'addressSec', optional: boolean): Html {
  const w = DESK_WORDS[page.language];
  const part = name === 'address' ? '' : 'billing ';
  const field = (key: 'street' | 'zip' | 'city', complete: string, isOptional = optional) =>
    input(page, { name: `${name}.${key}`, label: w[key], complete: part + complete, optional: isOptional });
  return html`<fieldset class="card">
    <legend>${w[name]}</legend>
    <div class="pair">
      ${field('street', 'street-address')} ${field('zip', 'postal-code', true)}
      ${field('city', 'address-level2')} ${countryField(page, `${name}.country`, `${part}country`)}
    </div>
  </fieldset>`;
}

function extrasPart(page: FormPage): Html | null {
  const { offer, language, typed } = page;
  const { extras } = offer.form;
  if (extras.length === 0) return null;
  const w = DESK_WORDS[language];
  const money = moneyIn(page);
  return html`<fieldset class="card" id="${placeOf('extras')}">
    <legend>${w.extras}</legend>
    <div class="pair extras">
      ${extras.map(
        (extra) =>
          html`<label
            >${extra.name}
            <small
              >${fill(w.extraMost, { price: money(withVat(extra, offer.vat)), n: extra.maxCount })}</small
            >
            <input
              type="number"
              inputmode="numeric"
              name="x.${extra.id}"
              min="0"
              max="${extra.maxCount}"
              value="${typed.get(`x.${extra.id}`)}"
              ${invalid(page, 'extras')}
            />
          </label>`,
      )}
    </div>
    ${problemAt(page, 'extras')}
  </fieldset>`;
}

/** Whether nothing that is offered costs anything. */
const isFree = ({ form, vat }: FormPage['offer']): boolean =>
  [
    ...form.extras,
    ...Object.values(form.amounts).flatMap((options) => Object.values(options).flatMap(Object.values<Price>)),
  ].every((price) => withVat(price, vat) === 0);
type Price = Parameters<typeof withVat>[0];

function paymentPart(page: FormPage): Html | null {
  const { offer, language, typed } = page;
  const { paymentTypes, messages } = offer.form;
  const [only] = paymentTypes;
  if (only !== undefined && paymentTypes.length === 1 && !messages[only])
    return html`<input type="hidden" name="pay" value="${only}" />`;
  // Nobody should come upon 'no payment' first where something is to be paid, nor choose a way for nothing.
  const ways = paymentTypes.toSorted((a, b) => Number(a === 'none') - Number(b === 'none'));
  const first = paymentTypes.includes('none') && isFree(offer) ? 'none' : ways[0];
  const chosen = typed.get('pay') || first;
  return html`<fieldset class="card" id="${placeOf('pay')}">
    <legend>${DESK_WORDS[language].payment}</legend>
    ${problemAt(page, 'pay')}
    ${ways.map(
      (type) =>
        html`<label class="pick"
          ><input
            type="radio"
            name="pay"
            value="${type}"
            required
            ${chosen === type && html`checked`}
            ${invalid(page, 'pay')}
          /><span
            >${DESK_PAYMENTS[language][type]}
            ${messages[type] && html`<br /><small>${lines(messages[type])}</small>`}</span
          ></label
        >`,
    )}
  </fieldset>`;
}
