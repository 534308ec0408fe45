import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { callingCodeOf } from '#domain/import/callingCode.ts';
import { countryField, input } from './fields.ts';
import { titleChoice } from './guestPart.ts';
import { html, type Html } from './html.ts';
import type { FormPage } from './shown.ts';

/** Where no address is asked for, it is known what becomes of a number without a country code. */
function phoneHint({ offer, language, timeZone }: FormPage): string {
  const { required, mandatory } = offer.form;
  const code = callingCodeOf(timeZone);
  const w = DESK_WORDS[language];
  const asksAddress = required.addr || required.addrSec || mandatory.addr || mandatory.addrSec;
  return asksAddress || code === '' ? w.phoneHint : fill(w.phoneHome, { code });
}

/** Who registers, and where the invoice goes. */
export function personPart(page: FormPage): Html {
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
