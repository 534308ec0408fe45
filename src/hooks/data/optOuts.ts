import { useCallback, useState } from 'react';
import type { Outcome } from '#data/types.ts';
import { useAppData } from './appData.tsx';
import { useEvent } from './event.tsx';
import { useServerValue } from './server.ts';

/** Who wants no news of this event, by address (`contactKey`); null where nobody answered yet. Nobody is asked where not `wanted`. */
export function useOptOuts(wanted = true): {
  addresses: ReadonlySet<string> | null;
  set(addresses: readonly string[], isOut: boolean): Outcome<null>;
} {
  const { messages } = useAppData();
  const { id } = useEvent();
  const [version, setVersion] = useState(0);
  const { value } = useServerValue<ReadonlySet<string> | null>(
    async () => (wanted ? messages.optOuts(id) : { ok: true as const, value: null }),
    `${id} ${wanted} ${version}`,
  );
  const set = useCallback(
    async (addresses: readonly string[], isOut: boolean) => {
      const done = await messages.setOptOut(id, addresses, isOut);
      setVersion((before) => before + 1);
      return done;
    },
    [messages, id],
  );
  return { addresses: value, set };
}
