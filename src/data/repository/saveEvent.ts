import { saveEvent as saveEventCommand, type EventPicture } from '#domain/commands/saveEvent.ts';
import type { EventDoc } from '#domain/documents/event.ts';
import { ok, type Result } from '#domain/result.ts';
import type { EventInput, Failure } from '../types.ts';
import { callForDocument } from './call.ts';
import type { RepositoryContext } from './context.ts';
import { pictureOf } from './picture.ts';

/** Fails with `picture_type`, `picture_size`. */
export async function saveEvent(
  context: RepositoryContext,
  input: EventInput,
  base?: EventInput,
): Promise<Result<EventDoc, Failure>> {
  const picture = await eventPicture(input.picture);
  if (!picture.ok) return picture;
  return callForDocument(context, saveEventCommand, { input, base, picture: picture.value });
}

async function eventPicture(
  chosen: EventInput['picture'],
): Promise<Result<EventPicture | null | undefined, Failure>> {
  if (chosen == null) return ok(chosen);
  const file = await pictureOf(chosen.blob);
  return file.ok ? ok({ file: file.value, width: chosen.width, height: chosen.height }) : file;
}
