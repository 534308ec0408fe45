import { plainText } from '#domain/notifications/richText.ts';

/** Letters of a structure that the history tells. */
const MOST = 300;

/** What people wrote in a structure, which the history keeps as JSON; a text as it is. */
export function writtenIn(raw: string): string {
  if (!/^[[{]/.test(raw)) return raw;
  try {
    return written(JSON.parse(raw)).join(', ').slice(0, MOST);
  } catch {
    return raw;
  }
}

/** Fields of structures that people write. */
const WRITTEN = new Set(['name', 'label', 'value', 'text', 'subject', 'message']);

function written(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap((one) => (typeof one === 'string' ? [one] : written(one)));
  if (typeof part !== 'object' || part === null) return [];
  const { html } = part as { html?: unknown };
  // A mail's body, which has a text beside it only where it is not formatted.
  if (typeof html === 'string' && html !== '') return [plainText(html.slice(0, 10_000))];
  return Object.entries(part).flatMap(([field, one]) =>
    WRITTEN.has(field) && typeof one === 'string' ? [one] : written(one),
  );
}
