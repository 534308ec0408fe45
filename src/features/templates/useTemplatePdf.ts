import { useEffect, useState } from 'react';
import type { Template } from '#domain/commands/templates.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { logError } from '#ui/platform/log.ts';

interface TemplatePdf {
  /** Null where there is none yet. */
  pdf: Blob | null;
  /** It was chosen here and is not saved. */
  isNew: boolean;
  /** The template's own is not on this device. */
  isMissing: boolean;
  /** Null goes back to the template's own. */
  choose(pdf: Blob | null): void;
}

/** The template's PDF, from this device; or another one that takes its place. */
export function useTemplatePdf(base: Template | null): TemplatePdf {
  const { repository } = useEvent();
  const [stored, setStored] = useState<Blob | 'missing' | null>(null);
  const [chosen, setChosen] = useState<Blob | null>(null);
  const id = base?._id ?? null;
  useEffect(() => {
    if (id === null) return undefined;
    let gone = false;
    repository
      .templatePdf(id)
      .then((blob) => {
        if (!gone) setStored(blob ?? 'missing');
      })
      .catch((error: unknown) => logError('a template could not be read', error));
    return () => {
      gone = true;
    };
  }, [repository, id]);
  return {
    pdf: chosen ?? (stored instanceof Blob ? stored : null),
    isNew: chosen !== null,
    isMissing: chosen === null && stored === 'missing',
    choose: setChosen,
  };
}
