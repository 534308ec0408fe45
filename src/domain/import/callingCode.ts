/** Most lists come from here; the field says so and can be changed. */
const USUAL = '+41';

/** By the zone of the event. Only where a national number is written with a 0 that goes away, or without one: Italy's stays. */
const ZONES: Record<string, string> = {
  ...{ 'Europe/Zurich': '+41', 'Europe/Paris': '+33', 'Europe/Berlin': '+49', 'Europe/Vienna': '+43' },
  ...{
    'Europe/Vaduz': '+423',
    'Europe/Monaco': '+377',
    'Europe/Luxembourg': '+352',
    'Europe/Brussels': '+32',
  },
  ...{ 'Europe/Amsterdam': '+31', 'Europe/London': '+44', 'Europe/Dublin': '+353', 'Europe/Madrid': '+34' },
  ...{
    'Atlantic/Canary': '+34',
    'Europe/Lisbon': '+351',
    'Atlantic/Madeira': '+351',
    'Atlantic/Azores': '+351',
  },
  ...{
    'Europe/Stockholm': '+46',
    'Europe/Helsinki': '+358',
    'Europe/Warsaw': '+48',
    'Europe/Prague': '+420',
  },
  ...{ 'Europe/Bratislava': '+421', 'Europe/Ljubljana': '+386', 'Europe/Zagreb': '+385' },
  ...{
    'Europe/Belgrade': '+381',
    'Europe/Bucharest': '+40',
    'Europe/Sofia': '+359',
    'Europe/Istanbul': '+90',
  },
};

/** The country code for numbers that have none, by where the event takes place; '' for none, which leaves them as they are. */
export const callingCodeOf = (timeZone: string | null | undefined): string =>
  timeZone == null || /^(UTC|GMT|Etc\/.*)?$/.test(timeZone) ? USUAL : (ZONES[timeZone] ?? '');
