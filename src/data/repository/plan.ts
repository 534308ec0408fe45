import {
  addPlanPicture as addPlanPictureCommand,
  BACKGROUND_ATTACHMENT,
  setPlanBackground as setPlanBackgroundCommand,
} from '#domain/commands/plan.ts';
import type { Session } from '#domain/documents/session.ts';
import { planPictureName } from '#domain/plan/pictures.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Failure } from '../types.ts';
import { readAttachment } from './attachments.ts';
import { callForDocument, callForValue } from './call.ts';
import type { RepositoryContext } from './context.ts';
import { pictureOf } from './picture.ts';

export const planBackground = ({ db }: RepositoryContext, sessionId: string): Promise<Blob | null> =>
  readAttachment(db, sessionId, BACKGROUND_ATTACHMENT);

/** Null takes it away. Fails with `picture_type`, `picture_size`. */
export async function setPlanBackground(
  context: RepositoryContext,
  sessionId: string,
  blob: Blob | null,
): Promise<Result<Session, Failure>> {
  const picture = blob === null ? ok(null) : await pictureOf(blob);
  if (!picture.ok) return picture;
  return callForDocument(context, setPlanBackgroundCommand, { sessionId, picture: picture.value });
}

export const planPicture = (
  { db }: RepositoryContext,
  sessionId: string,
  fileIndex: number,
): Promise<Blob | null> => readAttachment(db, sessionId, planPictureName(fileIndex));

/** Fails with `picture_type`, `picture_size`. */
export async function addPlanPicture(
  context: RepositoryContext,
  sessionId: string,
  blob: Blob,
): Promise<Result<{ session: Session; fileIndex: number }, Failure>> {
  const picture = await pictureOf(blob);
  if (!picture.ok) return picture;
  return callForValue(context, addPlanPictureCommand, { sessionId, picture: picture.value });
}
