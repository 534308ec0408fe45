import { useRef, useState } from 'react';
import type { Failure, Outcome } from '#data/types.ts';
import { logError } from '#ui/platform/log.ts';
import { notify } from '#ui/components/notify.tsx';
import { detailOf, useErrorText } from '../words/errorText.ts';

/**
 * Runs a use case: says that it is busy, shows a failure in the status area (specification 1 §8), and gives back the
 * value or null. Tried again, what it said of the try before is true no more.
 */
export function useAction(): {
  busy: boolean;
  run: <T>(work: () => Outcome<T>, onFailure?: (failure: Failure) => boolean | void) => Promise<T | null>;
} {
  const [busy, setBusy] = useState(false);
  const told = useRef<string | null>(null);
  const errorText = useErrorText();
  const tell = (failure: Failure, detail: string | null): void => {
    told.current = failure.code;
    notify.error(errorText(failure), failure.code, detail);
  };
  return {
    busy,
    async run(work, onFailure) {
      setBusy(true);
      if (told.current !== null) notify.hide(told.current);
      told.current = null;
      try {
        const result = await work();
        if (result.ok) return result.value;
        // A caller that shows the failure itself returns true.
        const { error } = result;
        if (detailOf(error) !== null) logError('a call failed', error);
        if (onFailure?.(error) !== true) tell(error, detailOf(error));
        return null;
      } catch (cause) {
        logError('a call failed', cause);
        tell({ code: 'unknown' }, String(cause));
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}
