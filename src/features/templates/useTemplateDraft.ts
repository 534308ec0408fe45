import { useEffect, useEffectEvent, useState } from 'react';
import { mergedBoxes, type Template } from '#domain/commands/templates.ts';
import type { Language, PaymentType } from '#domain/config.ts';
import { rebase } from '#domain/conflicts/rebase.ts';
import { openEditor, type EditedBox } from '#domain/templates/editor/model.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { newId } from '#data/newId.ts';
import { useDraft } from '#hooks/data/draft.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { useBoxEditor, type Boxes } from './useBoxEditor.ts';

/** What is drawn and chosen. */
interface TemplateValues {
  language: Language;
  paymentType: PaymentType;
  boxes: readonly EditedBox[];
  /** The name of a PDF that was chosen and is in no draft, for its size; '' for Foyer's own, null for the template's. */
  chosen: string | null;
}

interface TemplateDraft {
  values: TemplateValues;
  boxes: Boxes;
  set(change: Partial<TemplateValues>): void;
  /** Something of somebody's is lost without a save. */
  isDirty: boolean;
  /** What an earlier visit left is shown. */
  restored: boolean;
  unkept: boolean;
  /** As it was stored. */
  discard(): void;
  /** Leaves what is not saved behind. */
  forget(): void;
}

const editable = (base: Template | null): EditedBox[] =>
  (base?.refs ?? []).map((box) => ({ ...box, id: box.id ?? newId() }));

/** What was drawn on an older version, over the one that is there now. */
const carried = (begun: TemplateValues, mine: TemplateValues, now: TemplateValues): TemplateValues => ({
  ...rebase(begun, mine, now),
  boxes: mergedBoxes(begun.boxes, mine.boxes, now.boxes),
});

/** The template while it is edited, kept across reloads until it is saved. */
export function useTemplateDraft(kind: TemplateKind, base: Template | null): TemplateDraft {
  const format = useFormat();
  const { id: eventId } = useEvent();
  const enabled = useLive((store) => store.event())?.paymentTypes ?? [];
  const [start] = useState<TemplateValues>(() => ({
    language: base?.language ?? format.language,
    // One that names none is for 'none' (readings, no. 5): what is open must not become another one's.
    paymentType: (base === null ? enabled[0] : base.paymentType) ?? 'none',
    boxes: editable(base),
    chosen: null,
  }));
  const key = `template-${eventId}-${base?._id ?? `new-${kind}`}`;
  const draft = useDraft(key, base?._rev ?? 'new', start, carried);
  const boxes = useBoxEditor(draft.value.boxes, 1);
  const { boxes: drawn, gesture } = boxes.state;
  const { value } = draft;
  const isDirty =
    drawn !== start.boxes ||
    value.chosen !== null ||
    (base !== null && (value.language !== start.language || value.paymentType !== start.paymentType));
  const keep = useEffectEvent((now: readonly EditedBox[]) => {
    if (now === value.boxes) return;
    if (isDirty) draft.change((before) => ({ ...before, boxes: now }));
    else draft.discard();
  });
  useEffect(() => {
    if (gesture === null) keep(drawn);
  }, [drawn, gesture]);
  return {
    ...{ values: value, boxes, isDirty },
    set: (change) => draft.change((before) => ({ ...before, ...change })),
    restored: draft.restored,
    unkept: draft.unkept,
    discard() {
      draft.discard();
      boxes.apply(({ pageCount }) => openEditor(start.boxes, pageCount));
    },
    forget: draft.discard,
  };
}
