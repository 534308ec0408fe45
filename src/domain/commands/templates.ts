import type { Language, PaymentType } from '../config.ts';
import { canonical } from '../canonical.ts';
import { rebase } from '../conflicts/rebase.ts';
import type { DocOf } from '../documents/index.ts';
import { newDocument } from '../documents/new.ts';
import type { NewAttachment } from '../documents/newAttachment.ts';
import { TEMPLATE_ATTACHMENT, type TemplateBox } from '../documents/templateFields.ts';
import { docId } from '../ids.ts';
import { err, ok } from '../result.ts';
import type { TemplateKind } from '../templates/variables.ts';
import { stampAfter, writing, type Command, type NewVersion } from './command.ts';

export type Template = DocOf<'invitationtemplate'> | DocOf<'invoicetemplate'>;
export const TEMPLATE_TYPES = {
  invitation: 'invitationtemplate',
  invoice: 'invoicetemplate',
} as const satisfies Record<TemplateKind, Template['type']>;

export interface TemplateEdit {
  kind: TemplateKind;
  /** Null for a new one. */
  templateId: string | null;
  language: Language;
  paymentType: PaymentType | null;
  refs: readonly TemplateBox[];
  /** Null keeps the one there is. */
  pdf: NewAttachment | null;
  /** What the editor began with: boxes that others changed since then stay as they made them. */
  base: Template | null;
}

/** Invitations differ by language, invoices by language and payment type (readings, no. 5). */
export const hasSameKey = (
  kind: TemplateKind,
  a: Pick<Template, 'language' | 'paymentType'>,
  b: Pick<Template, 'language' | 'paymentType'>,
): boolean =>
  a.language === b.language &&
  (kind === 'invitation' || (a.paymentType ?? 'none') === (b.paymentType ?? 'none'));

/**
 * Creates a template, or changes one and keeps its record. Another one of the same language and payment type is removed
 * first (specification 2 §4).
 */
export const saveTemplate: Command<TemplateEdit, Template> = (view, input, caller) => {
  const { kind, templateId, language, paymentType, refs, pdf, base } = input;
  const type = TEMPLATE_TYPES[kind];
  const before = templateId === null ? null : view.stored(type, templateId);
  if (templateId !== null && before === null) return err({ code: 'not_found' });
  if (before === null && pdf === null) return err({ code: 'missing_template' });
  const { author, time } = before === null ? caller : stampAfter(caller, before);
  const metadata = {
    ...before?.metadata,
    author,
    createdAt: before?.metadata.createdAt ?? time,
    updatedAt: time,
  };
  const wanted = { language, paymentType, refs: mergedBoxes(base?.refs, refs, before?.refs) };
  const fields =
    before === null || base === null
      ? wanted
      : { ...rebase(keyOf(base), { language, paymentType }, keyOf(before)), refs: wanted.refs };
  const attachment: NonNullable<Template['_attachments']> =
    pdf === null ? {} : { [TEMPLATE_ATTACHMENT]: { ...pdf } };
  const saved: Template =
    before === null
      ? newDocument(type, { ...fields, _id: docId(type, caller.newId()), metadata, _attachments: attachment })
      : { ...before, ...fields, metadata, _attachments: { ...before._attachments, ...attachment } };
  const others: NewVersion[] = [];
  const ids = [...view.documents(type).keys()].filter((id) => id !== saved._id);
  for (const other of view.storedOf(type, ids).values()) {
    if (hasSameKey(kind, other, saved))
      others.push({ _id: other._id, _rev: other._rev ?? '', _deleted: true });
  }
  return ok({ value: saved, write: others.length === 0 ? [[saved]] : [others, [saved]] });
};

const keyOf = ({ language, paymentType }: Template): Pick<TemplateEdit, 'language' | 'paymentType'> => ({
  language,
  paymentType: paymentType ?? null,
});

export const removeTemplate: Command<{ kind: TemplateKind; templateId: string }, null> = (
  view,
  { kind, templateId },
) => {
  const template = view.stored(TEMPLATE_TYPES[kind], templateId);
  if (template === null) return err({ code: 'not_found' });
  return writing(null, { _id: template._id, _rev: template._rev ?? '', _deleted: true });
};

/**
 * Box by box: what `mine` did to those of `base`, over what they are by now. A box that both changed is as `mine` has it; one
 * that was taken away stays away unless the other side changed it.
 */
export function mergedBoxes<Box extends TemplateBox>(
  base: readonly Box[] | undefined,
  mine: readonly Box[],
  current: readonly Box[] | undefined,
): Box[] {
  if (base === undefined || current === undefined) return [...mine];
  const named = (boxes: readonly Box[]): Map<string, Box> => new Map(boxes.map((box) => [nameOf(box), box]));
  const [before, wanted, now] = [named(base), named(mine), named(current)];
  const same = (a: TemplateBox | undefined, b: TemplateBox | undefined): boolean =>
    canonical(a ?? null) === canonical(b ?? null);
  const merged: Box[] = [];
  for (const name of new Set([...now.keys(), ...wanted.keys()])) {
    const [was, mineIs, is] = [before.get(name), wanted.get(name), now.get(name)];
    const result = same(was, mineIs) ? is : (mineIs ?? (same(was, is) ? undefined : is));
    if (result !== undefined) merged.push(result);
  }
  return merged;
}

/** Boxes of other programs have no id: such a one is what it is. */
const nameOf = ({ id, ...box }: TemplateBox): string => id ?? canonical(box);
