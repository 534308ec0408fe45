import { Suspense } from 'react';
import { useSyncStatus } from '#hooks/data/session.ts';
import { lazyPart } from '#ui/platform/lazyPart.ts';
import { Waiting } from './Waiting.tsx';

const OpeningProgress = lazyPart(async () => (await import('./OpeningProgress.tsx')).OpeningProgress);

/** An event comes to this device for the first time: says how far it is, and what for. Else it merely waits. */
export function FirstOpening({ eventId }: { eventId: string }) {
  const status = useSyncStatus().databases.find(({ id }) => id === eventId);
  const share = status?.complete === false ? status.progress : null;
  if (share === null) return <Waiting />;
  return (
    <Suspense fallback={<Waiting />}>
      <OpeningProgress share={share} />
    </Suspense>
  );
}
