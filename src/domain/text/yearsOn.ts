/**
 * A title or a prefix of one year as another one has it: 'Gala 2026' is 'Gala 2027', and 'G26-' is 'G27-'. As it is where it names
 * no year.
 */
export function yearsOn(text: string, from: number, to: number): string {
  const whole = text.replaceAll(new RegExp(`(?<!\\d)${from}(?!\\d)`, 'g'), String(to));
  if (whole !== text) return whole;
  const [short, next] = [from, to].map((year) => String(year).slice(-2));
  return text.replaceAll(new RegExp(`(?<!\\d)${short}(?!\\d)`, 'g'), next ?? '');
}
