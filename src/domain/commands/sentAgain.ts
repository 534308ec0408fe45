import type { Consumer } from '../documents/consumer.ts';
import type { Submission } from '../desk/submission.ts';
import { docId } from '../ids.ts';
import type { EventView } from './view.ts';

export const guestIdOf = (localId: string, index: number): string =>
  docId('client', `${localId}-${index + 1}`);

interface Sent {
  localId: string;
  submission: Submission;
  /** Stands for what is asked for. */
  content: string;
}

/**
 * What a submission is to the registration that has its id already: the same that was asked for; the same, of which a crash has left
 * a half; or another one, of which nothing may be taken: whoever goes back in a browser and chooses something else has not
 * said that it is to come on top.
 */
export function sentAgain(view: EventView, known: Consumer, sent: Sent): 'same' | 'half' | 'other' {
  const { submission } = sent;
  const ids = submission.clients.map((_, index) => guestIdOf(sent.localId, index));
  const before = known.registration?.submissionDigest;
  const isAlike = before == null ? isAlikeWithout(view, sent, ids) : before === sent.content;
  if (!isAlike) return 'other';
  return known.status === 'canceled' || isEntered(view, submission, ids) ? 'same' : 'half';
}

/** Of a registration that was made before its content was kept, or erased since: by its guests, and where they were entered. */
function isAlikeWithout(view: EventView, { localId, submission }: Sent, ids: readonly string[]): boolean {
  if (view.document('client', guestIdOf(localId, ids.length)) !== null) return false;
  if (isEntered(view, submission, ids)) return true;
  // Nobody anywhere: a half that was left.
  const sessions = [...view.documents('session').keys()];
  return !sessions.some((sessionId) => ids.some((id) => isIn(view, sessionId, id)));
}

/** Whether its guests were entered, also where somebody has taken them out again. */
const isEntered = (view: EventView, { clients }: Submission, ids: readonly string[]): boolean =>
  clients.every(({ sessions }, index) =>
    sessions.every(
      ({ sessionId }) => view.entriesOf(sessionId) === null || isIn(view, sessionId, ids[index] ?? ''),
    ),
  );

function isIn(view: EventView, sessionId: string, clientId: string): boolean {
  const known = view.entriesOf(sessionId);
  if (known === null) return false;
  return (
    known.acts.has(clientId) ||
    known.session.removedClients[clientId] !== undefined ||
    known.session.clients.some((entry) => entry.clientId === clientId)
  );
}
