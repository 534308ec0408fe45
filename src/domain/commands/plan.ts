import type { NewAttachment } from '../documents/newAttachment.ts';
import { plan as planSchema, type Plan, type Session } from '../documents/session.ts';
import { lostPlaces, planProblems } from '../plan/editor/problems.ts';
import { planVersion } from '../plan/parts.ts';
import { planPictureName, randomPictureIndex } from '../plan/pictures.ts';
import { err, ok } from '../result.ts';
import { clearPlaces, setPlan } from '../sessions/sessionEdits.ts';
import { writing, type Command } from './command.ts';
import { goneClients } from './entries.ts';
import { edited, written } from './sessions.ts';

/** A picture behind the whole plan, such as the floor plan of the hall (PLAN-13). */
export const BACKGROUND_ATTACHMENT = 'planBackground';

export interface SavedPlan {
  session: Session;
  /** Clients who lost their place. */
  cleared: readonly string[];
}

export interface PlanToSave {
  sessionId: string;
  plan: Plan;
  /** `planVersion` of the plan that it was made from; without it, it is saved over whatever is there. */
  since?: string;
}

/**
 * Saves the whole plan; `plan_changed` where another one was saved `since`. The places that it lost go with it (PLAN-21, PLAN-22):
 * those that are stored, and wherever entry changes are laid over it those of theirs (`foldEntries`).
 */
export const savePlan: Command<PlanToSave, SavedPlan> = (view, input, caller) => {
  const { plan } = input;
  const [problem] = planProblems(plan);
  if (problem !== undefined || !planSchema.safeParse(plan).success) {
    return err({ code: 'invalid_document', field: problem === undefined ? 'plan' : 'plan.number' });
  }
  // With the last assignments, which the session need not say yet, and the places that cancelled guests would have back.
  const known = view.entriesOf(input.sessionId);
  const lost = known === null ? [] : lostPlaces(known.session, plan);
  const gone = lost.length === 0 ? new Set<string>() : goneClients(view);
  const cleared = lost.filter((clientId) => !gone.has(clientId));
  const session = edited(view, input, caller, (before, stamp) =>
    input.since !== undefined && input.since !== planVersion(before.plan)
      ? err({ code: 'plan_changed' })
      : ok(setPlan(clearPlaces(before, new Set(lostPlaces(before, plan))), plan, stamp)),
  );
  return session.ok ? writing({ session: session.value, cleared }, session.value) : session;
};

/** Null takes it away. */
export const setPlanBackground: Command<{ sessionId: string; picture: NewAttachment | null }, Session> = (
  view,
  { sessionId, picture },
  caller,
) => written(withPicture(view, { sessionId, name: BACKGROUND_ATTACHMENT, picture }, caller));

/**
 * Keeps a picture for an image table under an index of its own: earlier plans that undo may bring back keep theirs, and two
 * devices without network never take the same one.
 */
export const addPlanPicture: Command<
  { sessionId: string; picture: NewAttachment },
  { session: Session; fileIndex: number }
> = (view, { sessionId, picture }, caller) => {
  const fileIndex = randomPictureIndex(caller.newId());
  const session = withPicture(view, { sessionId, name: planPictureName(fileIndex), picture }, caller);
  return session.ok ? writing({ session: session.value, fileIndex }, session.value) : session;
};

function withPicture(
  view: Parameters<typeof edited>[0],
  { sessionId, name, picture }: { sessionId: string; name: string; picture: NewAttachment | null },
  caller: Parameters<typeof edited>[2],
): ReturnType<typeof edited> {
  return edited(view, { sessionId }, caller, (session, { author, time }) => {
    if (session.status === 'archived') return err({ code: 'event_archived' });
    const { _attachments, ...rest } = session;
    const { [name]: _old, ...others } = _attachments ?? {};
    const attachments: NonNullable<Session['_attachments']> =
      picture === null ? others : { ...others, [name]: { ...picture } };
    return ok({
      ...rest,
      ...(Object.keys(attachments).length === 0 ? {} : { _attachments: attachments }),
      metadata: { ...session.metadata, author, updatedAt: time },
    });
  });
}
