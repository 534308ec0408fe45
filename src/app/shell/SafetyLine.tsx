import { useTranslation } from 'react-i18next';
import type { EventStore } from '#data/types.ts';
import { useLiveOf, useOpenEvent } from '#hooks/event.tsx';

/**
 * "612 of 612 guests on this device. Safe to go offline." Guests are counted where the event can be looked into,
 * which is so once it is complete here.
 */
export function SafetyLine({ eventId, safe }: { eventId: string; safe: boolean }) {
  const { t } = useTranslation();
  const opening = useOpenEvent(safe ? eventId : null);
  if (opening.state === 'ready') return <Guests store={opening.event.store} safe={safe} />;
  return <span>{t(safe ? 'sync.safeDocuments' : 'sync.notSafeDocuments')}</span>;
}

function Guests({ store, safe }: { store: EventStore; safe: boolean }) {
  const { t } = useTranslation();
  const here = useLiveOf(store, (from) => from.clients().size);
  const missing = useLiveOf(store, missingGuests);
  const total = here + missing;
  return (
    <span>{t(safe && missing === 0 ? 'sync.safe' : 'sync.notSafe', { here, total, count: total })}</span>
  );
}

/** Guests whom a session names and whose own document is not on this device. */
function missingGuests(store: EventStore): number {
  const missing = new Set<string>();
  const known = store.documents('client');
  for (const session of store.sessions()) {
    for (const { clientId } of session.clients) if (!known.has(clientId)) missing.add(clientId);
  }
  return missing.size;
}
