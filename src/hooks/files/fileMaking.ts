import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { ok } from '#domain/result.ts';
import { runJob, type FileJob } from '#pdf/fileJob.ts';
import { notify } from '#ui/components/notify.tsx';
import { saveFile } from '#ui/files/saveFile.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useLive } from '../data/event.tsx';
import { useAction } from '../data/useAction.ts';
import { useUnloadWarning } from '../platform/useLeaving.ts';

/** The event and the session, as documents and their files are headed. */
export function useFullTitle(session: Session): string {
  const format = useFormat();
  const event = useLive((store) => store.event());
  return [event === null ? '' : format.title(event), format.title(session)].filter(Boolean).join(' – ');
}

/** What a file has boxes for, said once. */
const BOXED = 'letters-boxed';

/** Has the worker make the file; the worker ends with it, or when it is cancelled. */
export type InWorker = (job: FileJob) => Promise<Blob>;

interface FileMaking {
  /** Makes the file, in a worker or at once, and names it. */
  make: (inWorker: InWorker) => Promise<{ blob: Blob; name: string }>;
  done: (name: string) => string;
  onSaved: () => void;
}

/** Makes a file and saves it, with its progress; leaving the screen cancels. */
export function useFileMaking() {
  const { t } = useTranslation();
  const { run } = useAction();
  /** The work that is going on, with what ends it. */
  const current = useRef<{ end: () => void } | null>(null);
  /** How much is done, 0 to 1; null when nothing is being made. */
  const [share, setShare] = useState<number | null>(null);
  useEffect(() => {
    // It was of a file of before, and would cover the button that makes the next one on a phone.
    notify.hide(BOXED);
    return () => {
      current.current?.end();
      current.current = null;
    };
  }, []);

  // A page that is loaded anew, as for a new version of the app, would end it without a word.
  useUnloadWarning(() => current.current !== null);

  return {
    share,
    cancel(): void {
      current.current?.end();
      current.current = null;
      setShare(null);
    },
    async start({ make, done, onSaved }: FileMaking): Promise<void> {
      const work = { end: (): void => undefined };
      current.current = work;
      // Who cancels while something is being read for the file must not get it later.
      const isOver = (): boolean => current.current !== work;
      setShare(0);
      await run(async () => {
        const { blob, name } = await make((job) => {
          const { file, cancel } = runJob(job, setShare, ({ lettersAway, boxed: [text, ...more] }) => {
            if (isOver()) return;
            if (lettersAway) notify.info(t('templates.lettersAway'), 'letters-away');
            // It stays: two thousand badges must not be printed before somebody has read it.
            if (text !== undefined)
              notify.error(t('templates.boxed', { count: more.length + 1, text }), BOXED);
          });
          if (isOver()) cancel();
          work.end = cancel;
          return file;
        });
        if (!isOver() && (await saveFile(blob, name))) {
          notify.success(done(name));
          onSaved();
        }
        return ok(null);
      });
      if (isOver()) return;
      current.current = null;
      setShare(null);
    },
  };
}
