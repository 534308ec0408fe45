/** Without spaces, in capitals. */
export const cleanIban = (iban: string | null | undefined): string =>
  (iban ?? '').replaceAll(/\s/gu, '').toUpperCase();

/** In groups of four, as people read it. */
export const groupedIban = (iban: string): string => cleanIban(iban).replaceAll(/(.{4})(?=.)/g, '$1 ');

/** What is left of a text of digits and letters (A is 10) when divided by 97: ISO 7064, as IBANs and ISO 11649 check themselves. */
function rest97(text: string): number {
  let rest = 0;
  for (const sign of text) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** Whether it may be an account: its form, the length of those of our two countries, and its check digits. */
export function isIban(iban: string): boolean {
  const clean = cleanIban(iban);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(clean)) return false;
  if (isSwissIban(clean) && clean.length !== 21) return false;
  return rest97(clean.slice(4) + clean.slice(0, 4)) === 1;
}

/** Swiss or Liechtenstein: the others cannot be on a QR-bill. */
export const isSwissIban = (iban: string): boolean => /^(CH|LI)/.test(cleanIban(iban));

/** An account for payments with a QR reference alone: its bank's number says so. */
export function isQrIban(iban: string): boolean {
  const bank = Number(cleanIban(iban).slice(4, 9));
  return isSwissIban(iban) && bank >= 30_000 && bank <= 31_999;
}

/** ISO 11649 of an invoice's number: `RF`, two check digits, its letters and digits. */
export function creditorReference(number: string): string {
  const own = (number.toUpperCase().match(/[A-Z0-9]/g) ?? []).join('').slice(-21);
  const check = 98 - rest97(`${own}RF00`);
  return `RF${String(check).padStart(2, '0')}${own}`;
}

/**
 * The QR reference of an invoice's number: 26 digits and a check digit (modulo 10, recursive). Letters count (A is 10): events whose
 * guests pay to the same account are told apart by the prefix alone.
 */
export function qrReference(number: string): string {
  const signs = number.toUpperCase().match(/[A-Z0-9]/g) ?? [];
  const own = signs
    .map((sign) => Number.parseInt(sign, 36))
    .join('')
    .slice(-26)
    .padStart(26, '0');
  const table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
  let carry = 0;
  for (const digit of own) carry = table[(carry + Number(digit)) % 10] ?? 0;
  return `${own}${(10 - carry) % 10}`;
}

/** As people read it: 21 00000 00003 … or RF18 5390 …. */
export const groupedReference = (reference: string): string =>
  reference.startsWith('RF')
    ? groupedIban(reference)
    : reference.replaceAll(/(?<=^..)(?=.)|(?<=^..(?:.{5})+)(?=.)/g, ' ');

let codes: Map<string, string> | null = null;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The code of a country that is written as one, or by its name in a language of our neighbours; null where nobody knows. */
export function countryCode(country: string | null | undefined): string | null {
  const written = (country ?? '').trim();
  codes ??= knownCountries();
  return codes.get(written.toLowerCase()) ?? null;
}

function knownCountries(): Map<string, string> {
  const found = new Map<string, string>();
  for (const language of ['en', 'fr', 'de', 'it', 'es']) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const first of LETTERS) {
      for (const second of LETTERS) {
        const name = names.of(first + second);
        if (name === undefined) continue;
        // Codes of before ('FX', 'UK') have the names of those that hold now.
        const code = new Intl.Locale(`und-${first}${second}`).region ?? first + second;
        found.set(name.toLowerCase(), code);
        found.set((first + second).toLowerCase(), code);
      }
    }
  }
  return found;
}
