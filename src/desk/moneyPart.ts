import { DESK_PAYMENTS, DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { invalid, placeOf, problemAt, written } from './fields.ts';
import { moneyIn, withVat } from './guestPart.ts';
import { html, type Html } from './html.ts';
import type { FormPage } from './shown.ts';

/** What is bought besides. */
export function extrasPart(page: FormPage): Html | null {
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
            >${written(page, extra.name)}
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

/** How it is paid. */
export function paymentPart(page: FormPage): Html | null {
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
            ${messages[type] && html`<br /><small>${written(page, messages[type])}</small>`}</span
          ></label
        >`,
    )}
  </fieldset>`;
}
