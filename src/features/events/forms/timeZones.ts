import { isTimeZone } from '#domain/days.ts';

/** What places are called that some platforms list by a former name: whoever looks for Kyiv finds it, not Kiev alone. */
const NEWER = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};
const newer = (name: string): string[] => {
  const called = new Map(Object.entries(NEWER)).get(name);
  return called !== undefined && isTimeZone(called) ? [name, called] : [name];
};

/** All that this platform knows, and what was chosen on another one. */
export const timeZones = (chosen: string): string[] =>
  [
    ...new Set([
      ...Intl.supportedValuesOf('timeZone').flatMap(newer),
      'UTC',
      ...(chosen === '' ? [] : [chosen]),
    ]),
  ].sort();
