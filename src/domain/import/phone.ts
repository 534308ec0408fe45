import { typedPhone } from './typedPhone.ts';

/** What people write before a number: 'Tél. 079…', 'Mobile: +41…', 'T 021…'. */
const LABEL =
  /^(t[ée]l[ée]?(phone)?|telefon|mobiltelefon|mob(ile)?|portable|natel|handy|gsm|phone|cell|t|m|p)[.:\s]*(?=[+(0-9])/i;

/**
 * A phone number in international form as far as that can be known: `00` becomes `+`, a national `0…` gets the given
 * country code, and so does the zero's loss, which spreadsheets cause. What does not fit stays as it is.
 */
export function internationalPhone(text: string, countryCode: string): string {
  const phone = typedPhone(text).trim().replace(LABEL, '');
  if (phone === '' || phone.startsWith('+')) return phone.replace(/\(0\)/, '');
  if (/[^0-9 .\-()/']/.test(phone)) return phone;
  const digits = phone.replace(/\D/g, '');
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  const code = countryCode.replace(/\D/g, '');
  if (code === '') return phone;
  if (digits.startsWith('0')) return `+${code}${digits.slice(1)}`;
  if (digits.startsWith(code) && digits.length >= 10) return `+${digits}`;
  return digits.length === 9 ? `+${code}${digits}` : phone;
}
