import type { DeskReply } from '#api/deskSchemas.ts';
import { TITLES } from '#domain/config.ts';
import { amountsOf } from '#domain/money/vat.ts';
import { DESK_TITLES, DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { LOCALES } from '#i18n/language.ts';
import { described, invalid, placeOf, problemAt, written } from './fields.ts';
import { html, type Html } from './html.ts';
import { titleIn, whenIn } from './layout.ts';
import type { FormPage } from './shown.ts';
import { isMe } from './typed.ts';

export const moneyIn = ({ offer, language }: Pick<FormPage, 'offer' | 'language'>) => {
  const format = new Intl.NumberFormat(LOCALES[language], {
    ...{ style: 'currency', currency: offer.currency.toUpperCase() },
  });
  const { free } = DESK_WORDS[language];
  return (cents: number): string => (cents === 0 ? free : format.format(cents / 100));
};
export const withVat = (price: { amount: number; amountGross?: number | undefined }, vat: number): number =>
  price.amountGross ?? amountsOf({ amount: price.amount, vat }).total;

export function guestPart(page: FormPage, index: number): Html {
  const { offer, language, typed } = page;
  const w = DESK_WORDS[language];
  const me = isMe(typed, index);
  const own = `g${index}`;
  return html`<fieldset class="card guest" id="${placeOf(own)}" ${described(page, own)}>
    <legend>${fill(w.guestN, { n: index + 1 })}</legend>
    ${problemAt(page, own)}
    ${index === 0 && offer.form.helpInfo && html`<p class="soft">${written(page, offer.form.helpInfo)}</p>`}
    ${
      index === 0 &&
      html`<label class="pick"
        ><input class="me" type="checkbox" name="g0.me" ${me && html`checked`} />${w.me}</label
      >`
    }
    <div class="pair names">
      ${offer.form.required.info && titleChoice(page, `g${index}`)}
      ${(['forename', 'surname'] as const).map(
        (name) =>
          html`<label
            >${w[name]}
            <input
              id="${placeOf(`g${index}.${name}`)}"
              type="text"
              name="g${index}.${name}"
              value="${typed.get(`g${index}.${name}`)}"
              maxlength="200"
              ${index > 0 && html`required`}
              autocomplete="off"
              ${invalid(page, `g${index}.${name}`)}
            />
            ${problemAt(page, `g${index}.${name}`)}
          </label>`,
      )}
      ${
        offer.form.required.info &&
        (['email', 'company'] as const).map(
          (name) =>
            html`<label
              >${w[name]} <small>${w.optional}</small>
              <input
                id="${placeOf(`g${index}.${name}`)}"
                type="${name === 'email' ? 'email' : 'text'}"
                name="g${index}.${name}"
                value="${typed.get(`g${index}.${name}`)}"
                maxlength="300"
                autocomplete="off"
                ${invalid(page, `g${index}.${name}`)}
              />
              ${problemAt(page, `g${index}.${name}`)}
            </label>`,
        )
      }
    </div>
    ${
      offer.form.adminContact &&
      html`<label class="pick"
        ><input
          type="checkbox"
          name="g${index}.adminContact"
          ${typed.has(`g${index}.adminContact`) && html`checked`}
        /><span
          >${w.adminContact}
          ${offer.form.helpAdminContact && html`<br /><small>${written(page, offer.form.helpAdminContact)}</small>`}</span
        ></label
      >`
    }
    ${offer.sessions.map((session) => sessionPart(page, index, session))}
  </fieldset>`;
}

/** How somebody is addressed: nobody has to say. */
export const titleChoice = (page: FormPage, of: string): Html => {
  const { language, typed } = page;
  const w = DESK_WORDS[language];
  const name = `${of}.title`;
  return html`<label
    >${w.title} <small>${w.optional}</small>
    <select id="${placeOf(name)}" name="${name}" ${invalid(page, name)}>
      <option value=""></option>
      ${TITLES.map(
        (title) =>
          html`<option value="${title}" ${typed.get(name) === title && html`selected`}>
            ${DESK_TITLES[language][title]}
          </option>`,
      )}
    </select></label
  >`;
};

function sessionPart(page: FormPage, index: number, session: DeskReply['sessions'][number]): Html {
  const { offer, language, typed, timeZone } = page;
  const w = DESK_WORDS[language];
  const money = moneyIn(page);
  const name = `g${index}.${session.id}`;
  const chosen = typed.get(name);
  const isFull = session.left === 0;
  const { left } = session;
  const amounts = offer.form.amounts[session.id] ?? {};
  const choices = offer.form.options.flatMap((option) =>
    (['adult', 'child'] as const).flatMap((kind) => {
      const price = amounts[option.id]?.[kind];
      return price === undefined ? [] : [{ option, kind, price: withVat(price, offer.vat) }];
    }),
  );
  return html`<fieldset class="session" id="${placeOf(name)}" ${described(page, name)}>
    <legend>
      ${titleIn(session, language)}
      <small
        >${whenIn(session, language, timeZone)}${
          isFull
            ? html` · <strong>${w.full}</strong>`
            : left !== null && left <= 10 && ` · ${fill(left === 1 ? w.left_one : w.left_other, { n: left })}`
        }</small
      >
    </legend>
    ${problemAt(page, name)}
    ${choices.map(({ option, kind, price }) => {
      const value = `${option.id} ${kind}`;
      const isShort = left !== null && left < option.clientCount;
      return html`<label class="pick"
        ><input
          type="radio"
          name="${name}"
          value="${value}"
          ${
            // What is chosen is asked for again: a field that is switched off would be left out in silence.
            isShort && chosen !== value && html`disabled`
          }
          ${chosen === value && html`checked`}
        />
        <span
          >${written(page, option.name)}${kind === 'child' && ` (${w.child})`}
          ${option.clientCount > 1 && html`<small>${fill(w.forGuests, { n: option.clientCount })}</small>`}
          ${
            isShort &&
            left > 0 &&
            html`<small>
              · <strong>${fill(left === 1 ? w.onlyLeft_one : w.onlyLeft_other, { n: left })}</strong></small
            >`
          }</span
        ><b>${money(price)}</b></label
      >`;
    })}
    <label class="pick"
      ><input type="radio" name="${name}" value="" ${chosen === '' && html`checked`} /><span class="soft"
        >${w.notComing}</span
      ></label
    >
  </fieldset>`;
}
