import { useState } from 'react';
import type { Failure, Outcome } from '#data/types.ts';
import { logError } from '#ui/platform/log.ts';
import { notify } from '#ui/components/notify.tsx';
import { detailOf, useErrorText } from '../words/errorText.ts';

/**
 * Runs a use case: says that it is busy, shows a failure in the status area (specification 1 §8), and gives back the
 * value or null.
 */
export function useAction(): {
  busy: boolean;
  run: <T>(work: () => Outcome<T>, onFailure?: (failure: Failure) => boolean | void) => Promise<T | null>;
} {
  const [busy, setBusy] = useState(false);
  const errorText = useErrorText();
  return {
    busy,
    async run(work, onFailure) {
      setBusy(true);
      try {
        const result = await work();
        if (result.ok) return result.value;
        // A caller that shows the failure itself returns true.
        const { error } = result;
        if (detailOf(error) !== null) logError('a call failed', error);
        if (onFailure?.(error) !== true) notify.error(errorText(error), error.code, detailOf(error));
        return null;
      } catch (cause) {
        logError('a call failed', cause);
        notify.error(errorText({ code: 'unknown' }), 'unknown', String(cause));
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}
