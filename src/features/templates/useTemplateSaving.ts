import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Template } from '#domain/commands/templates.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import type { TemplateInput } from '#data/repositoryTypes.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { hrefs } from '#ui/paths.ts';

type Edited = Pick<TemplateInput, 'language' | 'paymentType' | 'refs' | 'pdf'>;

interface TemplateSaving {
  busy: boolean;
  /** It was saved, and is still on the screen. */
  isOver: boolean;
  /** True from the moment on in which nothing is left to be lost. */
  isSaved(): boolean;
  /** `isGone`: somebody removed it meanwhile, so it is made anew. */
  save(edited: Edited, isGone: boolean): Promise<void>;
  remove(): Promise<void>;
}

/** Saves a template or takes it away, says so, and goes back to the event; `forget` takes the draft away. */
export function useTemplateSaving(
  kind: TemplateKind,
  base: Template | null,
  forget: () => void,
): TemplateSaving {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id: eventId, repository } = useEvent();
  const { busy, run } = useAction();
  const saved = useRef(false);
  const [isOver, setIsOver] = useState(false);

  async function goBack(said: string): Promise<void> {
    saved.current = true;
    setIsOver(true);
    forget();
    notify.success(said);
    await navigate(hrefs.event(eventId));
  }

  return {
    ...{ busy, isOver },
    isSaved: () => saved.current,
    async save(edited, isGone) {
      const before = isGone ? null : base;
      const done = await run(() =>
        repository.saveTemplate({ ...edited, kind, base: before, templateId: before?._id ?? null }),
      );
      if (done !== null) await goBack(t('templates.saved'));
    },
    async remove() {
      if (base === null) return;
      const done = await run(async () => {
        const removed = await repository.removeTemplate(kind, base._id);
        return removed.ok ? { ok: true, value: true } : removed;
      });
      if (done !== null) await goBack(t('templates.removed'));
    },
  };
}
