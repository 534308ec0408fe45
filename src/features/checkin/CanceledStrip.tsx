import { IconUserX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { formatTime, fullName } from '#ui/words/format.ts';
import { DoorStrip } from './DoorStrip.tsx';
import type { Door } from './useDoor.ts';

interface CanceledStripProps {
  session: Session;
  onNew: Door['show'];
  onGrown: (height: number) => void;
}

/**
 * Guests who are in though their registration is cancelled, as where somebody gave it up while a door was off line: told the
 * moment this device learns of it, for their places are free to others.
 */
export function CanceledStrip({ session, onNew, onGrown }: CanceledStripProps) {
  const { t } = useTranslation();
  const { store } = useEvent();
  // The server notes a cancellation on the clients, too: so they tell when to look again.
  const clients = useLive((live) => live.clients());
  const inside = session.clients.flatMap(({ clientId, checkInTime }) =>
    checkInTime !== null && store.isCanceled(clientId) ? [{ clientId, since: checkInTime }] : [],
  );
  const nameOf = (clientId: string): string => {
    const client = clients.get(clientId);
    return client === undefined ? t('session.unknownClient') : fullName(client);
  };
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(inside.map(({ clientId }) => clientId));
    // What was there when the screen opened is in the list; only news are announced.
    const news = before === null ? undefined : inside.findLast(({ clientId }) => !before.has(clientId));
    if (news !== undefined)
      onNew(
        'already',
        nameOf(news.clientId),
        t('checkin.canceledInside'),
        t('checkin.since', { time: formatTime(news.since) }),
      );
  });
  return (
    <DoorStrip
      icon={<IconUserX size={20} aria-hidden />}
      text={t('checkin.canceledInsideOf', { count: inside.length })}
      count={inside.length}
      onGrown={onGrown}
    >
      {inside.map(({ clientId, since }) => (
        <li key={clientId}>
          <strong>{nameOf(clientId)}</strong>
          <span data-numeric>{t('checkin.since', { time: formatTime(since) })}</span>
        </li>
      ))}
    </DoorStrip>
  );
}
