import { notify } from '#ui/components/notify.tsx';
import { useAppData } from './appData.tsx';
import { useAction } from './useAction.ts';

interface TakeBackParts {
  /** Said once the code is worth nothing. */
  takenBack: string;
  /** Said where somebody has come in with it: who they are, and their end, is in the list. */
  used: string;
  /** Asks again who is there. */
  onLook: () => void;
  onClose: () => void;
}

/** Ends a code by which a phone or a hub would come in. */
export function useTakeBack({ takenBack, used, onLook, onClose }: TakeBackParts) {
  const { accounts } = useAppData();
  const { busy, run } = useAction();
  return {
    busy,
    run: ({ code }: { code: string }): void =>
      void run(() => accounts.takeBackCode(code)).then((wasThere) => {
        if (wasThere === null) return;
        if (wasThere) {
          notify.success(takenBack);
          onClose();
          return;
        }
        // Who came in may be there a moment later: the dialog goes on looking.
        notify.error(used);
        onLook();
      }),
  };
}
