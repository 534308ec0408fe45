import { Alert } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import type { Notif } from '#domain/documents/notif.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useLive } from '#hooks/data/event.tsx';
import { useAskAgain, useServerValue } from '#hooks/data/server.ts';
import { useStalledWords } from '#hooks/data/stalled.ts';

/** That the provider does not take the message just now, and when it is tried again; nothing where all is well. */
export function Stalled({ notif }: { notif: Notif }) {
  const { messages } = useAppData();
  const wordsOf = useStalledWords(useLive((store) => store.event()?.timeZone));
  const asked = useServerValue(() => messages.attention(), notif._id);
  useAskAgain(asked);
  const own = asked.value?.messages.find(({ notifId }) => notifId === notif._id);
  const words = own === undefined ? null : wordsOf(own);
  if (words === null) return null;
  return (
    <Alert icon={<IconClockPause aria-hidden />} mb="md" color="amber" role="status">
      {words}
    </Alert>
  );
}
