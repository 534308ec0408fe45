import { attempt } from '../failure.ts';
import type { EventRepository } from '../types.ts';
import { writeCheckin } from './checkIn.ts';
import type { RepositoryContext } from './context.ts';
import { addPastedClients } from './pastedClients.ts';
import { readPicture } from './picture.ts';
import { saveEvent } from './saveEvent.ts';
import { changeDetails, changeStatus, unregister } from './sessions.ts';

export function createRepository(context: RepositoryContext): EventRepository {
  return {
    checkIn: (sessionId, clientId, method) =>
      attempt(() => writeCheckin(context, sessionId, clientId, 'in', method)),
    cancelCheckIn: (sessionId, clientId, method) =>
      attempt(() => writeCheckin(context, sessionId, clientId, 'out', method)),
    setSessionStatus: (sessionId, status) => attempt(() => changeStatus(context, sessionId, status)),
    editSession: (sessionId, details) => attempt(() => changeDetails(context, sessionId, details)),
    removeRegistration: (sessionId, clientId) => attempt(() => unregister(context, sessionId, clientId)),
    addPastedClients: (sessionId, rows) => attempt(() => addPastedClients(context, sessionId, rows)),
    saveEvent: (input) => attempt(() => saveEvent(context, input)),
    picture: () => readPicture(context.db),
  };
}
