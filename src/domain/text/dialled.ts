/** A phone number as it is dialled from anywhere: in '+41 (0)79 …' the zero is for who calls within the country alone. */
export const dialled = (number: string): string =>
  number.replace(/^(\s*(?:\+|00)[^(]*)\(\s*0\s*\)/, '$1').replaceAll(/[^+\d]/g, '');
