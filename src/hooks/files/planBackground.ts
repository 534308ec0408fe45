import { useEffect, useState } from 'react';
import type { Session } from '#domain/documents/session.ts';
import { logError } from '#ui/platform/log.ts';
import { useEvent } from '../data/event.tsx';

/** The picture behind a session's plan, loaded and ready to be drawn; null while or when there is none (PLAN-13). */
export function usePlanBackground(session: Session): HTMLImageElement | null {
  const { repository } = useEvent();
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const stored = session._attachments?.['planBackground'];
  const digest = stored?.digest;
  // An attachment that was just written has no digest yet: the revision tells it from the one before.
  const version = stored === undefined ? null : (digest ?? session._rev ?? '');
  const id = session._id;
  useEffect(() => {
    if (version === null) return undefined;
    let gone = false;
    let url: string | null = null;
    const load = async (): Promise<void> => {
      const blob = await repository.planBackground(id);
      if (gone || blob === null) return;
      url = URL.createObjectURL(blob);
      const loaded = new Image();
      loaded.src = url;
      await loaded.decode();
      if (!gone) setImage(loaded);
    };
    load().catch((cause: unknown) => logError('the picture of the plan could not be read', cause));
    return () => {
      gone = true;
      if (url !== null) URL.revokeObjectURL(url);
      setImage(null);
    };
  }, [repository, id, version]);
  return image;
}
