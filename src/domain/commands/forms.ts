import { digest } from '../canonical.ts';
import type { Form } from '../documents/form.ts';
import { TERMS_ATTACHMENT, termsHolder } from '../documents/form.ts';
import { newDocument } from '../documents/new.ts';
import type { NewAttachment } from '../documents/newAttachment.ts';
import { accessIdFrom } from '../forms/accessId.ts';
import { fieldsOf, mergedFields, settledFields, type FormFields } from '../forms/fields.ts';
import { commonStart, heldBy, lineOf, newestFirst } from '../forms/versions.ts';
import { docId } from '../ids.ts';
import { err, ok, type Result } from '../result.ts';
import { stampAfter, writing, type Caller, type Command } from './command.ts';
import type { CommandRefusal } from './refusal.ts';
import type { EventView } from './view.ts';

export interface FormEdit {
  /** Null for a new one. A version that was replaced meanwhile stands for the one that holds. */
  formId: string | null;
  fields: FormFields;
  /** What the editor began with: what others changed since then stays. */
  base: FormFields | null;
  /** undefined keeps the terms, null takes them away. */
  terms?: NewAttachment | null;
  /** Whose terms a new one keeps. */
  likeId?: string | null;
}

/**
 * Saves a form: as a new document, which takes the public address over; the one before is switched off (specification 1 §4).
 * The new one is durable first, so that there is always one at the address.
 */
export const saveForm: Command<FormEdit, Form> = (
  view,
  { formId, fields, base, terms, likeId = null },
  caller,
) => {
  const before = formId === null ? null : holding(view, formId);
  if (formId !== null && before === null) return err({ code: 'not_found' });
  const merged =
    before === null
      ? settledFields(fieldsOf(fields))
      : mergedFields(base ?? fieldsOf(before), fields, fieldsOf(before));
  const counterpart = counterpartFor(view, before, merged, fields.counterpartId ?? null);
  if (!counterpart.ok) return counterpart;
  const like = before ?? (likeId === null ? null : view.stored('form', likeId));
  const { _rev, _attachments, ...kept } = before ?? {};
  const stamp = before === null ? caller : stampAfter(caller, before);
  const saved = newDocument('form', {
    ...kept,
    ...merged,
    _id: docId('form', caller.newId()),
    accessId: before?.accessId ?? newAccessId(view, caller),
    enabled: true,
    counterpartId: counterpart.value?._id ?? null,
    hadAccessId: null,
    replaces: before?._id ?? null,
    joins: null,
    termsOf: terms === undefined && like !== null ? termsHolder(like) : null,
    ...(terms == null ? {} : { _attachments: { [TERMS_ATTACHMENT]: { ...terms } } }),
    metadata: { author: stamp.author, createdAt: stamp.time, updatedAt: stamp.time },
  });
  const linked = relinked(view, before, saved, counterpart.value, caller);
  const off = before === null ? [] : [switchedOff(before, caller, { isReplaced: true })];
  return ok({ value: saved, write: [[saved], [...off, ...linked]] });
};

/** It stays, switched off: registrations tell of it. Its address is not given to another one. */
export const removeForm: Command<{ formId: string }, Form> = (view, { formId }, caller) => {
  const form = holding(view, formId);
  if (form === null) return err({ code: 'not_found' });
  const removed = switchedOff(form, caller, { isReplaced: false });
  return writing(removed, removed, ...relinked(view, form, null, null, caller));
};

/**
 * Two devices that were apart replaced the same version: both new ones hold the same address. Makes one of them, with what
 * either changed; so does the server, whoever of them comes last. With `leftovers` also ends what a crash left between two
 * writes: a device that is about to end it itself should not be forestalled, for that makes a conflict.
 */
export const joinForms: Command<{ leftovers: boolean }, Form | null> = (view, { leftovers }, caller) => {
  const forms = view.documents('form');
  const addresses = new Map<string, Form[]>();
  for (const form of forms.values()) {
    if (!form.enabled || form.accessId == null) continue;
    addresses.set(form.accessId, [...(addresses.get(form.accessId) ?? []), form]);
  }
  for (const rivals of addresses.values()) {
    if (rivals.length < 2) continue;
    const lines = rivals.map((form) => [form._id, lineOf(forms, form)] as const);
    const earlier = rivals.filter(({ _id }) => lines.some(([id, line]) => id !== _id && line.has(_id)));
    const [newer, older] = newestFirst(rivals.filter((form) => !earlier.includes(form)));
    if (newer === undefined || (older === undefined && !leftovers)) continue;
    const off = [...earlier, ...(older === undefined ? [] : [newer, older])].flatMap(
      ({ _id }) => view.stored('form', _id) ?? [],
    );
    const switched = off.map((form) => switchedOff(form, caller, { isReplaced: true }));
    const holder = older === undefined ? newer : joinedForm(view, newer, older, caller);
    const counterpart = holder.counterpartId == null ? null : view.stored('form', holder.counterpartId);
    const isLinked = counterpart === null || counterpart.counterpartId === holder._id;
    const rest = isLinked ? switched : [...switched, pointedTo(counterpart, holder._id, caller)];
    return ok({ value: holder, write: older === undefined ? [rest] : [[holder], rest] });
  }
  return ok({ value: null, write: [] });
};

function joinedForm(view: EventView, newer: Form, older: Form, caller: Caller): Form {
  const forms = view.documents('form');
  const start = commonStart(forms, newer, older);
  const base = start === null ? null : fieldsOf(start);
  const { _rev, _attachments, ...kept } = newer;
  const { author } = newer.metadata;
  const time = stampAfter(caller, newer).time;
  const [newTerms, oldTerms, terms] = [newer, older, start].map((form) => form && termsHolder(form));
  const counterpart = [newer, older].flatMap(({ counterpartId }) =>
    counterpartId == null ? [] : (heldBy(forms, counterpartId) ?? []),
  )[0];
  return newDocument('form', {
    ...kept,
    ...mergedFields(base, fieldsOf(newer), fieldsOf(older)),
    // Whoever joins the two makes the same document of them.
    _id: docId('form', digest(`${newer._id} ${older._id}`).slice(0, 16)),
    counterpartId:
      counterpart !== undefined && counterpart.language !== newer.language ? counterpart._id : null,
    replaces: newer._id,
    joins: older._id,
    termsOf: (newTerms === terms ? oldTerms : newTerms) ?? null,
    metadata: { author: author ?? caller.author, createdAt: time, updatedAt: time },
  });
}

/** The version that holds, as it is stored. */
function holding(view: EventView, formId: string): Form | null {
  const known = heldBy(view.documents('form'), formId);
  const form = view.stored('form', known?._id ?? formId);
  return form?.enabled === true ? form : null;
}

function newAccessId(view: EventView, caller: Caller): string {
  const taken = new Set([...view.documents('form').values()].map(({ accessId }) => accessId));
  for (;;) {
    const accessId = accessIdFrom(caller.newId());
    if (!taken.has(accessId)) return accessId;
  }
}

/**
 * The counterpart that is meant: it holds, and speaks the other language. With a change of language the link of before ends
 * (specification 1 §4).
 */
function counterpartFor(
  view: EventView,
  before: Form | null,
  { counterpartId, language }: FormFields,
  asked: string | null,
): Result<Form | null, CommandRefusal> {
  if (counterpartId == null) return ok(null);
  const found = holding(view, counterpartId);
  if (found !== null && found.language !== language && found._id !== before?._id) return ok(found);
  const isNew = asked === counterpartId && asked !== (before?.counterpartId ?? null);
  return isNew ? err({ code: 'no_counterpart', field: 'counterpartId' }) : ok(null);
}

/** The other forms that the change of a link touches: one names its counterpart as long as that one names it. */
function relinked(
  view: EventView,
  before: Form | null,
  saved: Form | null,
  counterpart: Form | null,
  caller: Caller,
): Form[] {
  const changed: Form[] = [];
  if (saved !== null && counterpart !== null) changed.push(pointedTo(counterpart, saved._id, caller));
  const ended = new Set([before?.counterpartId, counterpart?.counterpartId]);
  for (const id of ended) {
    if (id == null || id === before?._id || id === counterpart?._id) continue;
    const other = holding(view, id);
    const pointsHere = [before?._id, counterpart?._id].includes(other?.counterpartId ?? '');
    if (other !== null && other._id !== counterpart?._id && pointsHere)
      changed.push(pointedTo(other, null, caller));
  }
  return changed;
}

const pointedTo = (form: Form, counterpartId: string | null, caller: Caller): Form =>
  changedForm(form, { counterpartId }, caller);

function switchedOff(form: Form, caller: Caller, { isReplaced }: { isReplaced: boolean }): Form {
  const given = isReplaced ? { accessId: null, hadAccessId: form.accessId ?? form.hadAccessId ?? null } : {};
  return changedForm(form, { enabled: false, counterpartId: null, ...given }, caller);
}

function changedForm(form: Form, change: Partial<Form>, caller: Caller): Form {
  const { author, time } = stampAfter(caller, form);
  return { ...form, ...change, metadata: { ...form.metadata, author, updatedAt: time } };
}
