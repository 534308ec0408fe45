import { useTimeout } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { useSyncStatus } from '#hooks/data/session.ts';
import { lazyPart } from '#ui/platform/lazyPart.ts';
import { Waiting } from './Waiting.tsx';

const OpeningProgress = lazyPart(async () => (await import('./OpeningProgress.tsx')).OpeningProgress);

const OpeningLate = lazyPart(async () => (await import('./OpeningLate.tsx')).OpeningLate);

/** So long an event takes that is on this device only where its storage does not answer, ms. */
const LATE_MS = 20_000;

/** An event comes to this device for the first time: says how far it is, and what for. Else it merely waits. */
export function FirstOpening({ eventId }: { eventId: string }) {
  const status = useSyncStatus().databases.find(({ id }) => id === eventId);
  const share = status?.complete === false ? status.progress : null;
  if (share === null) return <NothingYet />;
  return (
    <Suspense fallback={<Waiting />}>
      <OpeningProgress share={share} />
    </Suspense>
  );
}

function NothingYet() {
  const [isLate, setLate] = useState(false);
  useTimeout(() => setLate(true), LATE_MS, { autoInvoke: true });
  if (!isLate) return <Waiting />;
  return (
    <Suspense fallback={<Waiting />}>
      <OpeningLate />
    </Suspense>
  );
}
