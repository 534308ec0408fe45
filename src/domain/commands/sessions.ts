import type { SessionStatus } from '../config.ts';
import type { Session } from '../documents/session.ts';
import { err, ok, type Result } from '../result.ts';
import { editDetails, setStatus, type SessionDetails, type Stamp } from '../sessions/sessionEdits.ts';
import { stampAfter, writing, type Caller, type Command } from './command.ts';
import type { CommandRefusal } from './refusal.ts';
import type { EventView } from './view.ts';

/** Something of one session. Its entries change by acts of their own and stay as they are stored. */
interface OfSession {
  sessionId: string;
}

/** The next version of a session, as `edit` makes it. */
export function edited(
  view: EventView,
  { sessionId }: OfSession,
  caller: Caller,
  edit: (session: Session, stamp: Stamp) => Result<Session, CommandRefusal>,
): Result<Session, CommandRefusal> {
  const session = view.stored('session', sessionId);
  return session === null ? err({ code: 'not_found' }) : edit(session, stampAfter(caller, session));
}

export const changeStatus: Command<OfSession & { status: SessionStatus }, Session> = (view, input, caller) =>
  written(edited(view, input, caller, (session, stamp) => ok(setStatus(session, input.status, stamp))));

export const changeDetails: Command<OfSession & { details: SessionDetails }, Session> = (
  view,
  input,
  caller,
) => written(edited(view, input, caller, (session, stamp) => ok(editDetails(session, input.details, stamp))));

/** The session alone, where it may be. */
export const written = (session: Result<Session, CommandRefusal>) =>
  session.ok ? writing(session.value, session.value) : session;
