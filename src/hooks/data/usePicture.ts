import { useEffect, useState } from 'react';
import { PICTURE_ATTACHMENT, type EventDoc } from '#domain/documents/event.ts';
import { useEvent } from './event.tsx';
import { logError } from '#ui/platform/log.ts';

/** The address of the event's picture, or null while or when there is none. */
export function usePicture(event: EventDoc | null): string | null {
  const { repository } = useEvent();
  const [url, setUrl] = useState<string | null>(null);
  const digest = event?._attachments?.[PICTURE_ATTACHMENT]?.digest;
  const exists = event?._attachments?.[PICTURE_ATTACHMENT] !== undefined;
  const version = exists ? (digest ?? event?._rev ?? '') : null;
  useEffect(() => {
    if (version === null) return undefined;
    let gone = false;
    let made: string | null = null;
    repository
      .picture()
      .then((blob) => {
        if (gone || blob === null) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      })
      .catch((cause: unknown) => logError('the picture could not be read', cause));
    return () => {
      gone = true;
      if (made !== null) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [repository, version]);
  return url;
}
