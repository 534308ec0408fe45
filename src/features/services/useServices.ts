import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { err, ok, type Result } from '#domain/result.ts';
import { MASK } from '#domain/services/secrets.ts';
import type { SectionName, ServiceSections, ServicesDoc } from '#domain/services/settings.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { notify } from '#ui/components/notify.tsx';

export interface FieldProblem {
  field: string;
  text: string;
}

/** The services as the server has them, and how a section is set. */
export interface ServiceSettings {
  doc: ServicesDoc;
  busy: boolean;
  /**
   * Resolves with the section as it is now, its secrets masked, or with the field that the server does not take; null where
   * it failed otherwise, which is shown already. `said` is told once it is saved; empty, nothing is.
   */
  save<S extends SectionName>(
    section: S,
    settings: ServiceSections[S] | null,
    said?: string,
  ): Promise<Result<ServicesDoc[S], FieldProblem | null>>;
}

export function useServices(read: ServicesDoc): ServiceSettings {
  const { t } = useTranslation();
  const { services } = useAppData();
  const { id } = useEvent();
  const { busy, run } = useAction();
  const errorText = useErrorText();
  const [doc, setDoc] = useState(read);
  return {
    doc,
    busy,
    async save(section, settings, said = t('services.save_success')) {
      let problem: FieldProblem | null = null;
      const saved = await run(
        () => services.saveSection(id, section, settings),
        (failure) => {
          if (failure.field?.startsWith(`${section}.`) !== true) return false;
          const field = failure.field.slice(section.length + 1);
          const isKept = (settings as Record<string, unknown> | null)?.[field] === MASK;
          problem = { field, text: isKept ? t('services.again') : errorText(failure) };
          return true;
        },
      );
      if (saved === null) return err(problem);
      setDoc(saved);
      if (said !== '') notify.success(said);
      return ok(saved[section]);
    },
  };
}
