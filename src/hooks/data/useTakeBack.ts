import { notify } from '#ui/components/notify.tsx';
import { useAppData } from './appData.tsx';
import { useAction } from './useAction.ts';

/** Ends a code by which a phone or a hub would come in; `said` once it is worth nothing, and what is done then. */
export function useTakeBack(said: string, onDone: () => void) {
  const { accounts } = useAppData();
  const { busy, run } = useAction();
  return {
    busy,
    run: ({ code }: { code: string }): void =>
      void run(() => accounts.takeBackCode(code)).then((done) => {
        if (done === null) return;
        notify.success(said);
        onDone();
      }),
  };
}
