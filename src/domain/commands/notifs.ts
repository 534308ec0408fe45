import type { Language } from '../config.ts';
import { rebase } from '../conflicts/rebase.ts';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import type { Notif } from '../documents/notif.ts';
import { docId } from '../ids.ts';
import { problemsOf, type NotifProblem } from '../notifications/problems.ts';
import { err, ok } from '../result.ts';
import { stampAfter, writing, type Command } from './command.ts';
import type { RefusalCode } from './refusal.ts';

/** What a person says of a notification; the rest is what the server says of it. */
export interface NotifFields {
  /** `deleted` cannot be chosen (readings, no. 30). */
  notifType: Exclude<Notif['notifType'], 'deleted'>;
  notifMethod: Notif['notifMethod'];
  /** Null means all. */
  consumerStatus: Consumer['status'] | null;
  consumerStatusNew: Consumer['status'] | null;
  language: Language | null;
  sessionIds: string[] | null;
  contents: NonNullable<Notif['contents']>;
  /** Ids of the organiser's own files that go with a mail. */
  attachments: string[];
  /** Reminders only (documents/notif.ts). */
  unpaidDays: number | null;
  /** News can be opted out of. */
  purpose: 'service' | 'news';
  /** ms; null for as soon as it arrives at the server. */
  sendAt: number | null;
}

export interface NotifEdit {
  /** Null for a new one. */
  notifId: string | null;
  fields: NotifFields;
  /** What the editor began with: what others changed since then stays, unless the editor changed that very field. */
  base: Notif | null;
}

const CODES: Record<NotifProblem['code'], RefusalCode> = {
  'email_creation.empty_email': 'empty_message',
  'email_creation.empty_sms': 'empty_message',
  too_large: 'too_large',
  too_long: 'too_large',
  too_many_variables: 'too_large',
  missing_template: 'missing_template',
  unknown_variable: 'unknown_variable',
  unbound: 'unbound',
};

/** Saves a notification, as somebody wants it sent. */
export const saveNotif: Command<NotifEdit, Notif> = (view, { notifId, fields, base }, caller) => {
  const [problem] = problemsOf(fields, view.documents('whatsapptemplate'));
  if (problem !== undefined) return err({ code: CODES[problem.code], field: 'contents' });
  const { author, time } = caller;
  if (notifId === null) {
    const created = newDocument('notif', {
      ...fields,
      _id: docId('notif', caller.newId()),
      ...{ date: null, count: 0, resendConsumerIds: [] },
      metadata: { author, createdAt: time, updatedAt: time },
    });
    return writing(created, created);
  }
  const stored = view.stored('notif', notifId);
  if (stored === null || stored.notifType === 'deleted') return err({ code: 'not_found' });
  const stamp = stampAfter(caller, stored);
  const wanted = base === null ? fields : rebase(fieldsOf(base), fields, fieldsOf(stored));
  const saved: Notif = {
    ...stored,
    ...wanted,
    metadata: { ...stored.metadata, author: stamp.author, updatedAt: stamp.time },
  };
  return writing(saved, saved);
};

/** What of a stored notification a person says. */
export const fieldsOf = (notif: Notif): NotifFields => ({
  notifType: notif.notifType === 'deleted' ? 'inactive' : notif.notifType,
  notifMethod: notif.notifMethod,
  consumerStatus: notif.consumerStatus ?? null,
  consumerStatusNew: notif.consumerStatusNew ?? null,
  language: notif.language ?? null,
  sessionIds: notif.sessionIds,
  unpaidDays: notif.unpaidDays ?? null,
  contents: notif.contents ?? {},
  attachments: (notif.attachments ?? []).filter((one) => typeof one === 'string'),
  purpose: notif.purpose ?? 'service',
  sendAt: notif.sendAt ?? null,
});

/** It stays, of the type `deleted`, for registrations tell of it (specification 1 §2). */
export const removeNotif: Command<{ notifId: string }, Notif> = (view, { notifId }, caller) => {
  const stored = view.stored('notif', notifId);
  if (stored === null || stored.notifType === 'deleted') return err({ code: 'not_found' });
  const removed = changed(stored, { notifType: 'deleted', sendAt: null }, stampAfter(caller, stored));
  return writing(removed, removed);
};

/** Takes a planned one-time notification back before its time. */
export const callBackNotif: Command<{ notifId: string }, Notif> = (view, { notifId }, caller) => {
  const stored = view.stored('notif', notifId);
  if (stored === null || stored.notifType === 'deleted') return err({ code: 'not_found' });
  // It was run, or somebody else was faster.
  if (stored.notifType !== 'one-time') return err({ code: 'too_late' });
  const back = changed(stored, { notifType: 'inactive', sendAt: null }, stampAfter(caller, stored));
  return writing(back, back);
};

/**
 * These people get it once more (specification 1 §4): the list names them once oftener, which is what the server looks for
 * (notifications/resends.ts).
 */
export const resendNotif: Command<{ notifId: string; consumerIds: readonly string[] }, Notif> = (
  view,
  { notifId, consumerIds },
  caller,
) => {
  const stored = view.stored('notif', notifId);
  if (stored === null || stored.notifType === 'deleted') return err({ code: 'not_found' });
  const known = consumerIds.filter((id) => view.document('consumer', id) !== null);
  if (known.length === 0) return ok({ value: stored, write: [] });
  const list = [...stored.resendConsumerIds, ...known];
  const asked = changed(stored, { resendConsumerIds: list }, stampAfter(caller, stored));
  return writing(asked, asked);
};

function changed(
  stored: Notif,
  change: Partial<Notif>,
  { author, time }: Pick<Parameters<Command<never, never>>[2], 'author' | 'time'>,
): Notif {
  return { ...stored, ...change, metadata: { ...stored.metadata, author, updatedAt: time } };
}
