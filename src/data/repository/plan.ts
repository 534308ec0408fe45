import { plan as planSchema, type Plan, type Session } from '#domain/documents/session.ts';
import { lostPlaces, planProblems } from '#domain/plan/editor/problems.ts';
import { planPictureName, randomPictureIndex } from '#domain/plan/pictures.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { editEntry, setPlan } from '#domain/sessions/sessionEdits.ts';
import type { Failure, SavedPlan } from '../types.ts';
import type { RepositoryContext } from './context.ts';
import { readAttachment } from './attachments.ts';
import { pictureAttachment, type InlineAttachment } from './picture.ts';
import { updateSession } from './sessions.ts';

/** A picture behind the whole plan, such as the floor plan of the hall (PLAN-13). */
const BACKGROUND_ATTACHMENT = 'planBackground';

/**
 * Saves the whole plan. Who loses their place by it (PLAN-21, PLAN-22) is decided on the session as it is stored now:
 * the screen may not have heard of the last assignment.
 */
export async function savePlan(
  context: RepositoryContext,
  sessionId: string,
  plan: Plan,
): Promise<Result<SavedPlan, Failure>> {
  const [problem] = planProblems(plan);
  if (problem !== undefined || !planSchema.safeParse(plan).success) {
    return err({ code: 'invalid_document', field: problem === undefined ? 'plan' : 'plan.number' });
  }
  let cleared: string[] = [];
  const saved = await updateSession(context, sessionId, (session, stamp) => {
    cleared = lostPlaces(session, plan);
    return ok(
      cleared.reduce<Session>(
        (before, clientId) => editEntry(before, clientId, { placement: null }, stamp),
        setPlan(session, plan, stamp),
      ),
    );
  });
  return saved.ok ? ok({ session: saved.value, cleared }) : saved;
}

export const planBackground = ({ db }: RepositoryContext, sessionId: string): Promise<Blob | null> =>
  readAttachment(db, sessionId, BACKGROUND_ATTACHMENT);

/** Null takes it away. Fails with `picture_type`, `picture_size`. */
export async function setPlanBackground(
  context: RepositoryContext,
  sessionId: string,
  blob: Blob | null,
): Promise<Result<Session, Failure>> {
  const picture = blob === null ? ok(null) : await pictureAttachment(blob);
  if (!picture.ok) return picture;
  return updateSession(context, sessionId, (session, { author, time }) => {
    if (session.status === 'archived') return err({ code: 'event_archived' });
    const next = withAttachment(session, BACKGROUND_ATTACHMENT, picture.value);
    return ok({ ...next, metadata: { ...session.metadata, author, updatedAt: time } });
  });
}

export const planPicture = (
  { db }: RepositoryContext,
  sessionId: string,
  fileIndex: number,
): Promise<Blob | null> => readAttachment(db, sessionId, planPictureName(fileIndex));

/**
 * Keeps a picture for an image table under an index of its own: earlier plans that undo may bring back keep theirs,
 * and two devices without network never take the same one. Fails with `picture_type`, `picture_size`.
 */
export async function addPlanPicture(
  context: RepositoryContext,
  sessionId: string,
  blob: Blob,
): Promise<Result<{ session: Session; fileIndex: number }, Failure>> {
  const picture = await pictureAttachment(blob);
  if (!picture.ok) return picture;
  const fileIndex = randomPictureIndex(context.newId());
  const saved = await updateSession(context, sessionId, (session, { author, time }) => {
    if (session.status === 'archived') return err({ code: 'event_archived' });
    const next = withAttachment(session, planPictureName(fileIndex), picture.value);
    return ok({ ...next, metadata: { ...session.metadata, author, updatedAt: time } });
  });
  return saved.ok ? ok({ session: saved.value, fileIndex }) : saved;
}

function withAttachment(session: Session, name: string, picture: InlineAttachment | null): Session {
  const { _attachments, ...rest } = session;
  const { [name]: _old, ...others } = _attachments ?? {};
  const attachments: NonNullable<Session['_attachments']> =
    picture === null ? others : { ...others, [name]: { ...picture } };
  return Object.keys(attachments).length === 0 ? rest : { ...rest, _attachments: attachments };
}
