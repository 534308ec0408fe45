import { parsePhoneNumber } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import type { DeskRefusal } from '#domain/commands/judgedAtDesk.ts';
import { calendarOf } from '#domain/days.ts';
import type { Submission } from '#domain/desk/submission.ts';
import { callingCodeOf } from '#domain/import/callingCode.ts';
import { internationalPhone } from '#domain/import/phone.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { matchesPattern } from '#domain/text/text.ts';
import { withoutUnseen } from '#domain/text/unseen.ts';
import { countryName, knownCountry } from '#desk/countries.ts';

type Contact = Pick<Submission, 'person' | 'address' | 'addressSec' | 'language'>;

/**
 * The phone number as the whole world dials it, and countries by their names, or which of them there is not. One without a
 * country code is of the country of the address, else of where the event takes place.
 */
export function withContact(
  submission: Submission,
  timeZone: string | null,
): Result<Submission, DeskRefusal> {
  const { contact, wrong } = contactOf(submission, timeZone);
  const [field] = wrong;
  return field === undefined ? ok({ ...submission, ...contact }) : err({ reason: 'invalid', field });
}

/** The fields of it that there is not, as dotted paths. */
export const wrongContact = (submission: Contact, timeZone: string | null): string[] =>
  contactOf(submission, timeZone).wrong;

/** Whether it needs to be known where the event takes place. */
export const isNational = ({ person }: Contact): boolean => /^[^+]*\d/.test(person.phone ?? '');

function contactOf(
  { person, language, ...addresses }: Contact,
  timeZone: string | null,
): { contact: Partial<Contact>; wrong: string[] } {
  const homes: Partial<Pick<Submission, 'address' | 'addressSec'>> = {};
  const wrong: string[] = [];
  let home: string | null = null;
  const phone = withoutUnseen(person.phone ?? '').trim();
  for (const name of ['address', 'addressSec'] as const) {
    const address = addresses[name];
    const country = withoutUnseen(address?.country ?? '').trim();
    if (!address || country === '') continue;
    const code = knownCountry(country);
    if (code === null) wrong.push(`${name}.country`);
    else homes[name] = { ...address, country: countryName(code, language) };
    home ??= code;
  }
  if (phone === '') return { contact: homes, wrong };
  const countryCode = home === null ? callingCodeOf(calendarOf(timeZone).timeZone) : '';
  const read = phoneOf(phone, home, countryCode);
  if (read === null) wrong.unshift('person.phone');
  return { contact: { ...homes, person: { ...person, phone: read } }, wrong };
}

function phoneOf(written: string, home: string | null, countryCode: string): string | null {
  try {
    const number = parsePhoneNumber(
      internationalPhone(written, countryCode),
      (home ?? undefined) as CountryCode,
    );
    if (!number.isValid() || number.ext !== undefined) return null;
    const shown = number.formatInternational();
    return matchesPattern('phone', shown) ? shown : number.number;
  } catch {
    // What cannot be read as a number is thrown, with its reason.
    return null;
  }
}
