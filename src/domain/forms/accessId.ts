/** No letter that reads as another or as a digit, and no vowel: so no word either. Good to dictate over the telephone. */
export const ACCESS_ID_ALPHABET = '23456789bcdfghjkmnpqrstvwxyz';
const LENGTH = 8;

/** Eight characters for a form's public address, of a new id, which is random. */
export function accessIdFrom(newId: string): string {
  let number = 0n;
  for (const character of newId) {
    const digit = Number.parseInt(character, 36);
    if (!Number.isNaN(digit)) number = number * 36n + BigInt(digit);
  }
  const base = BigInt(ACCESS_ID_ALPHABET.length);
  let id = '';
  for (let place = 0; place < LENGTH; place++) {
    id += ACCESS_ID_ALPHABET.charAt(Number(number % base));
    number /= base;
  }
  return id;
}
