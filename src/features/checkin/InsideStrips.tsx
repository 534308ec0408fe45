import { IconUserMinus, IconUserX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { useCanceledInside } from '#hooks/door/canceledInside.ts';
import { noteTold } from '#hooks/door/doorNews.ts';
import { useGoneInside } from '#hooks/door/goneInside.ts';
import { DoorStrip } from './DoorStrip.tsx';
import { MarkSeen } from './MarkSeen.tsx';
import type { Door } from './useDoor.ts';

interface InsideStripProps {
  session: Session;
  onNew: Door['show'];
  onGrown: (height: number) => void;
}

/**
 * Guests who are in and cancelled: told the moment this device learns of it, for their places are free to others. Who was seen stays
 * listed, with who saw it.
 */
export function CanceledStrip(props: InsideStripProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const inside = useCanceledInside(props.session).map(({ since, ...guest }) => ({
    ...guest,
    about: t('checkin.since', { time: format.time(since) }),
    what: guest.id,
  }));
  return <Inside {...props} guests={inside} icon={IconUserX} kind="canceled" />;
}

/**
 * Guests who are in and not in the session any more: no list and no count has them, so this is all that tells of them. Who was seen
 * stays listed, with who saw it.
 */
export function GoneStrip(props: InsideStripProps) {
  const inside = useGoneInside(props.session).map(({ going, ...guest }) => ({ ...guest, what: going }));
  return <Inside {...props} guests={inside} icon={IconUserMinus} kind="gone" />;
}

interface Guest {
  /** Of their admission. */
  id: string;
  clientId: string;
  name: string;
  about: string;
  /** What is marked as seen (`markSeen`), and who has done so. */
  what: string;
  done: string | null;
}
interface InsideProps extends InsideStripProps {
  guests: readonly Guest[];
  icon: typeof IconUserX;
  /** By which the words are called, on the strip and over the verdict of each. */
  kind: 'canceled' | 'gone';
}

function Inside({ session, guests, icon: Icon, kind, onNew, onGrown }: InsideProps) {
  const { t } = useTranslation();
  const waiting = guests.filter(({ done }) => done === null).length;
  const text =
    waiting === 0
      ? t(`checkin.${kind}SeenOf`, { count: guests.length })
      : t(`checkin.${kind}InsideOf`, { count: waiting });
  const head = t(`checkin.${kind}Inside`);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(guests.map(({ clientId }) => clientId));
    noteTold(
      session._id,
      guests.map(({ id }) => id),
    );
    // What was there when the screen opened is in the list; only news are announced.
    const news =
      before === null
        ? undefined
        : guests.findLast(({ clientId, done }) => done === null && !before.has(clientId));
    if (news !== undefined) onNew('already', news.name, head, news.about);
  });
  return (
    <DoorStrip
      icon={<Icon size={20} aria-hidden />}
      text={text}
      isDone={waiting === 0}
      count={guests.length}
      onGrown={onGrown}
    >
      {guests.map(({ clientId, name, about, what, done }) => (
        <li key={clientId}>
          <strong>{name}</strong>
          <span data-numeric>{about}</span>
          {done !== null && <span>{done}</span>}
          {done === null && session.status !== 'archived' && (
            <div>
              <MarkSeen session={session} guest={{ clientId, name }} what={what} onNew={onNew} />
            </div>
          )}
        </li>
      ))}
    </DoorStrip>
  );
}
