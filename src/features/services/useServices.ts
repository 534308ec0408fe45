import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SectionName, ServiceSections, ServicesDoc } from '#domain/services/settings.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';

/** The services as the server has them, and how a section is set. */
export interface ServiceSettings {
  doc: ServicesDoc;
  busy: boolean;
  /**
   * Resolves with the field that the server does not take, or null. `said` is told once it is saved; without it nothing is.
   */
  save<S extends SectionName>(
    section: S,
    settings: ServiceSections[S] | null,
    said?: string,
  ): Promise<string | null>;
}

export function useServices(read: ServicesDoc): ServiceSettings {
  const { t } = useTranslation();
  const { services } = useAppData();
  const { id } = useEvent();
  const { busy, run } = useAction();
  const [doc, setDoc] = useState(read);
  return {
    doc,
    busy,
    async save(section, settings, said = t('services.save_success')) {
      let field: string | null = null;
      const saved = await run(
        () => services.saveSection(id, section, settings),
        (failure) => {
          if (failure.field?.startsWith(`${section}.`) !== true) return false;
          field = failure.field.slice(section.length + 1);
          return true;
        },
      );
      if (saved === null) return field;
      setDoc(saved);
      if (said !== '') notify.success(said);
      return null;
    },
  };
}
