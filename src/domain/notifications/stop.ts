/** What guests answer to have no more news, and to have them again: as providers know it, and in French. */
const STOP = new Set([
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
  ...['arret', 'desabonner', 'desinscription'],
]);
const START = new Set(['start', 'unstop', 'yes', 'oui', 'reprendre']);

/** A message of that one word; null for any other. */
export function answerOf(text: string): 'stop' | 'start' | null {
  const word = text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
  return STOP.has(word) ? 'stop' : START.has(word) ? 'start' : null;
}
