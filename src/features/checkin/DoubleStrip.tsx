import { IconChevronDown, IconUsers } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { useDoubles, type DoubleLine } from '#hooks/door/doubles.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEvent } from '#hooks/data/event.tsx';
import classes from './Checkin.module.css';
import type { Door } from './useDoor.ts';

interface DoubleStripProps {
  session: Session;
  onNew: Door['show'];
  onTakeBack: (clientId: string, admission: string) => void;
  /** It has come by itself, so many pixels high, and moves what is below it. */
  onGrown: (height: number) => void;
}

/**
 * Guests whom two doors let in: told the moment this device learns of it, listed with both times and devices, and
 * settled by either door. What is done stays listed, with who did it.
 */
export function DoubleStrip({ session, onNew, onTakeBack, onGrown }: DoubleStripProps) {
  const { t } = useTranslation();
  const doubles = useDoubles(session._id);
  const [open, setOpen] = useState(false);
  const known = useRef<ReadonlySet<string> | null>(null);
  const waiting = doubles.filter(({ done }) => done === null).length;
  const strip = useRef<HTMLElement>(null);
  const isThere = doubles.length > 0;
  const wasThere = useRef(isThere);

  useLayoutEffect(() => {
    if (isThere && !wasThere.current) onGrown(strip.current?.offsetHeight ?? 0);
    wasThere.current = isThere;
  }, [isThere, onGrown]);

  useEffect(() => {
    const before = known.current;
    known.current = new Set(doubles.map(({ id }) => id));
    // What was there when the screen opened is in the list; only news are announced.
    const news =
      before === null ? undefined : doubles.findLast(({ id, done }) => done === null && !before.has(id));
    if (news !== undefined) onNew('double', news.name, '', news.both);
  }, [doubles, onNew]);

  if (!isThere) return null;
  return (
    <section ref={strip} className={classes.doubles}>
      <button
        type="button"
        aria-expanded={open}
        data-done={waiting === 0 || undefined}
        onClick={() => setOpen((before) => !before)}
      >
        <IconUsers size={20} aria-hidden />
        <span>
          {waiting === 0
            ? t('checkin.doublesDone', { count: doubles.length })
            : t('checkin.doubles', { count: waiting })}
        </span>
        <IconChevronDown size={20} aria-hidden />
      </button>
      {open && (
        <ul>
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
        </ul>
      )}
    </section>
  );
}

function Choices({
  session,
  double,
  onNew,
  onTakeBack,
}: Omit<DoubleStripProps, 'onGrown'> & { double: DoubleLine }) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const errorText = useErrorText();
  const { id, clientId, name, doors } = double;
  const [first, second] = doors;
  async function markSeen(): Promise<void> {
    const done = await repository.markDouble(session._id, clientId, id);
    if (!done.ok) onNew('failed', name, errorText(done.error));
  }
  return (
    <div>
      <button type="button" onClick={() => onTakeBack(clientId, second.id)}>
        {t('checkin.keep', { door: first.door })}
      </button>
      <button type="button" onClick={() => onTakeBack(clientId, first.id)}>
        {t('checkin.keep', { door: second.door })}
      </button>
      <button type="button" onClick={() => void markSeen()}>
        {t('checkin.markSeen')}
      </button>
    </div>
  );
}
