import { IconUserX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { useCanceledInside } from '#hooks/door/canceledInside.ts';
import { noteTold } from '#hooks/door/doorNews.ts';
import { formatTime } from '#ui/words/format.ts';
import { DoorStrip } from './DoorStrip.tsx';
import type { Door } from './useDoor.ts';

interface CanceledStripProps {
  session: Session;
  onNew: Door['show'];
  onGrown: (height: number) => void;
}

/** Guests who are in and cancelled: told the moment this device learns of it, for their places are free to others. */
export function CanceledStrip({ session, onNew, onGrown }: CanceledStripProps) {
  const { t } = useTranslation();
  const inside = useCanceledInside(session);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(inside.map(({ clientId }) => clientId));
    noteTold(
      session._id,
      inside.map(({ id }) => id),
    );
    // What was there when the screen opened is in the list; only news are announced.
    const news = before === null ? undefined : inside.findLast(({ clientId }) => !before.has(clientId));
    if (news !== undefined)
      onNew(
        'already',
        news.name,
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
      {inside.map(({ clientId, name, since }) => (
        <li key={clientId}>
          <strong>{name}</strong>
          <span data-numeric>{t('checkin.since', { time: formatTime(since) })}</span>
        </li>
      ))}
    </DoorStrip>
  );
}
