import { parsePhoneNumber } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import type { DeskRefusal } from '#domain/commands/registerAtDesk.ts';
import type { Submission } from '#domain/desk/submission.ts';
import { internationalPhone } from '#domain/import/phone.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { matchesPattern } from '#domain/text/text.ts';
import { countryName, knownCountry } from '#desk/countries.ts';

/**
 * The phone number as the whole world dials it, and countries by their names, or which of them there is not. One without a
 * country code is of the country of the address.
 */
export function withContact(submission: Submission): Result<Submission, DeskRefusal> {
  const invalid = (field: string) => err<DeskRefusal>({ reason: 'invalid', field });
  const { person, language } = submission;
  const homes: Partial<Pick<Submission, 'address' | 'addressSec'>> = {};
  let home: string | null = null;
  for (const name of ['address', 'addressSec'] as const) {
    const address = submission[name];
    if (!address?.country?.trim()) continue;
    const code = knownCountry(address.country);
    if (code === null) return invalid(`${name}.country`);
    homes[name] = { ...address, country: countryName(code, language) };
    home ??= code;
  }
  const phone = person.phone?.trim() ? phoneOf(person.phone, home) : person.phone;
  if (phone === null && person.phone) return invalid('person.phone');
  return ok({ ...submission, ...homes, person: { ...person, phone } });
}

function phoneOf(written: string, home: string | null): string | null {
  try {
    const number = parsePhoneNumber(internationalPhone(written, ''), (home ?? undefined) as CountryCode);
    if (!number.isValid() || number.ext !== undefined) return null;
    const shown = number.formatInternational();
    return matchesPattern('phone', shown) ? shown : number.number;
  } catch {
    // What cannot be read as a number is thrown, with its reason.
    return null;
  }
}
