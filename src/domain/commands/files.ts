import type { EventFile } from '../documents/file.ts';
import { newDocument } from '../documents/new.ts';
import type { NewAttachment } from '../documents/newAttachment.ts';
import type { Session } from '../documents/session.ts';
import { docId, FILE_ATTACHMENT } from '../ids.ts';
import { err, ok } from '../result.ts';
import { addFileId } from '../sessions/sessionEdits.ts';
import type { Command } from './command.ts';
import { edited } from './sessions.ts';

interface NewFile {
  name: string;
  pdf: NewAttachment;
  /** None for a file that goes with a message. */
  sessionIds: readonly string[];
}

/**
 * Stores the PDF as a file of the event and names it in the picked sessions (specification 1 §2, File creation). The file
 * is durable before a session names it.
 */
export const addFile: Command<NewFile, EventFile> = (view, { name, pdf, sessionIds }, caller) => {
  const { author, time } = caller;
  const file = newDocument('file', {
    _id: docId('file', caller.newId()),
    name: name.trim(),
    metadata: { author, createdAt: time, updatedAt: time },
    _attachments: { [FILE_ATTACHMENT]: { ...pdf } },
  });
  const known = view.storedOf('session', sessionIds);
  const sessions: Session[] = [];
  for (const sessionId of new Set(sessionIds)) {
    if (!known.has(sessionId)) return err({ code: 'not_found' });
    const named = edited(view, { sessionId }, caller, (session, stamp) =>
      ok(addFileId(session, file._id, stamp)),
    );
    if (!named.ok) return named;
    sessions.push(named.value);
  }
  return ok({ value: file, write: sessions.length === 0 ? [[file]] : [[file], sessions] });
};
