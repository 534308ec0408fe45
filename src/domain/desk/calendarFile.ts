/** One line of a guest's diary. */
export interface DiaryEntry {
  /** The same for the same session of the same registration, so that a diary replaces it. */
  uid: string;
  /** ms since 1970. */
  begin: number;
  end: number;
  /** '2027-05-01' and the day after the last one, where it has no times. */
  days: { first: string; next: string } | null;
  title: string;
  text: string;
  location: string;
}

/** A calendar file (RFC 5545); `now` in ms. */
export function calendarFile(entries: readonly DiaryEntry[], now: number): string {
  const utc = (time: number): string => new Date(time).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Foyer//Registration//EN', 'METHOD:PUBLISH'],
    ...entries.flatMap(({ uid, begin, end, days, title, text, location }) => [
      ...['BEGIN:VEVENT', `UID:${uid}`, `DTSTAMP:${utc(now)}`],
      ...(days === null
        ? [`DTSTART:${utc(begin)}`, `DTEND:${utc(end)}`]
        : [
            `DTSTART;VALUE=DATE:${days.first.replaceAll('-', '')}`,
            `DTEND;VALUE=DATE:${days.next.replaceAll('-', '')}`,
          ]),
      `SUMMARY:${escaped(title)}`,
      ...(text === '' ? [] : [`DESCRIPTION:${escaped(text)}`]),
      ...(location === '' ? [] : [`LOCATION:${escaped(location)}`]),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (one) => `\\${one}`).replaceAll(/\r\n|[\r\n]/g, String.raw`\n`);

/** At most 75 octets in a line, and no letter cut in two. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let size = 0;
  let result = '';
  for (const letter of line) {
    const bytes = encoder.encode(letter).length;
    if (size + bytes > 75) {
      result += '\r\n ';
      size = 1;
    }
    result += letter;
    size += bytes;
  }
  return result;
}
