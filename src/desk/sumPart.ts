import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { sumOf } from '#domain/desk/sum.ts';
import { input, invalid, placeOf, problemAt } from './fields.ts';
import { moneyIn } from './guestPart.ts';
import { html, type Html } from './html.ts';
import { contactOf, titleIn } from './layout.ts';
import { placesIn } from './pageData.ts';
import { shortIn } from './short.ts';
import type { FormPage } from './shown.ts';

/** What it costs, what is agreed to, and the button that registers. */
export function sumPart(page: FormPage): Html {
  const { offer, language } = page;
  const { form } = offer;
  const w = DESK_WORDS[language];
  const money = moneyIn(page);
  const isAsked = page.wanted.clients.some((guest) => guest.sessions.length > 0);
  const sum = isAsked ? sumOf(page.form, page.wanted) : null;
  const short = shortIn(form, page.wanted, placesIn(offer, language), w);
  return html`<div class="card">
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
    ${form.asksCode && codeField(page)} ${form.hasTerms && termsPart(page)}
    <p class="soft">
      ${fill(w.privacy, { company: offer.event.company || w.organiser, event: titleIn(offer.event, language) })}
      ${offer.event.contact !== null && html`${w.contact} ${contactOf(offer.event.contact)}.`}
      ${
        form.keepMonths === null
          ? w.keptOpen
          : fill(form.keepMonths === 1 ? w.kept_one : w.kept_other, { n: form.keepMonths })
      }
      ${form.noticeUrl !== null && html`<a href="${form.noticeUrl}" target="_blank" rel="noopener">${w.notice}</a>`}
    </p>
    <p><button class="main" name="act" value="register">${w.register}</button></p>
  </div>`;
}

const codeField = (page: FormPage): Html => {
  const w = DESK_WORDS[page.language];
  return input(page, { name: 'code', label: w.accessCode, complete: 'off', hint: w.accessCodeHint });
};

function termsPart(page: FormPage): Html {
  const { offer, language, typed } = page;
  const { form } = offer;
  const w = DESK_WORDS[language];
  return html`<p><a href="/desk/${form.accessId}/terms">${w.terms}</a></p>
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
        <input type="text" name="signed" value="${typed.get('signed')}" maxlength="100" autocomplete="off"
      /></label>
      <p><button type="button">${w.signAgain}</button></p>
    </div>`;
}
