import type { English } from '#i18n/en/index.ts';

type RefusalWord = keyof English['security']['refused'];
const WORDS: readonly string[] = [
  'forbidden_role',
  'forbidden_author',
  'forbidden_immutable',
  'forbidden_delete',
  'session_archived',
  'time_ahead',
] satisfies RefusalWord[];
const isWord = (code: string): code is RefusalWord => WORDS.includes(code);

/** What the server notes of a refused document, "event-… forbidden_role": of which event, and why. Null for all else. */
export function refusalIn(detail: string): { eventId: string; why: RefusalWord } | null {
  const [, eventId, code] = /^event-(\S+) (\S+)$/.exec(detail) ?? [];
  return eventId === undefined || code === undefined || !isWord(code) ? null : { eventId, why: code };
}
