import { IconUsers } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { noteTold } from '#hooks/door/doorNews.ts';
import { useDoubles, type DoubleLine } from '#hooks/door/doubles.ts';
import { DoorStrip } from './DoorStrip.tsx';
import { MarkSeen } from './MarkSeen.tsx';
import type { Door } from './useDoor.ts';

interface DoubleStripProps {
  session: Session;
  onNew: Door['show'];
  onTakeBack: (clientId: string, admission: string) => void;
  onGrown: (height: number) => void;
}

/**
 * Guests whom two doors let in: told the moment this device learns of it, listed with both times and devices, and
 * settled by either door. What is done stays listed, with who did it.
 */
export function DoubleStrip({ session, onNew, onTakeBack, onGrown }: DoubleStripProps) {
  const { t } = useTranslation();
  const doubles = useDoubles(session._id);
  const known = useRef<ReadonlySet<string> | null>(null);
  const waiting = doubles.filter(({ done }) => done === null).length;

  useEffect(() => {
    const before = known.current;
    known.current = new Set(doubles.map(({ id }) => id));
    noteTold(session._id, known.current);
    // What was there when the screen opened is in the list; only news are announced.
    const news =
      before === null ? undefined : doubles.findLast(({ id, done }) => done === null && !before.has(id));
    if (news !== undefined) onNew('double', news.name, '', news.both);
  }, [session._id, doubles, onNew]);

  return (
    <DoorStrip
      icon={<IconUsers size={20} aria-hidden />}
      text={
        waiting === 0
          ? t('checkin.doublesDone', { count: doubles.length })
          : t('checkin.doubles', { count: waiting })
      }
      isDone={waiting === 0}
      count={doubles.length}
      onGrown={onGrown}
    >
      {doubles.map((double) => (
        <li key={double.id}>
          <strong>{double.name}</strong>
          <span data-numeric>{double.both}</span>
          {double.done === null && session.status !== 'archived' ? (
            <Choices session={session} double={double} onNew={onNew} onTakeBack={onTakeBack} />
          ) : (
            double.done !== null && <span>{double.done}</span>
          )}
        </li>
      ))}
    </DoorStrip>
  );
}

function Choices({
  session,
  double,
  onNew,
  onTakeBack,
}: Omit<DoubleStripProps, 'onGrown'> & { double: DoubleLine }) {
  const { t } = useTranslation();
  const { id, clientId, doors } = double;
  const [first, second] = doors;
  return (
    <div>
      <button type="button" onClick={() => onTakeBack(clientId, second.id)}>
        {t('checkin.keep', { door: first.door })}
      </button>
      <button type="button" onClick={() => onTakeBack(clientId, first.id)}>
        {t('checkin.keep', { door: second.door })}
      </button>
      <MarkSeen session={session} guest={double} what={id} onNew={onNew} />
    </div>
  );
}
