import { IconChevronDown, IconUsers } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { useDoubles } from '#hooks/doubles.ts';
import classes from './Checkin.module.css';
import type { Door } from './useDoor.ts';

/** Guests whom two doors let in: told the moment this device learns of it, and listed with both times and devices. */
export function DoubleStrip({ session, onNew }: { session: Session; onNew: Door['show'] }) {
  const { t } = useTranslation();
  const doubles = useDoubles(session._id);
  const [open, setOpen] = useState(false);
  const known = useRef<ReadonlySet<string> | null>(null);

  useEffect(() => {
    const before = known.current;
    known.current = new Set(doubles.map(({ id }) => id));
    // What was there when the screen opened is in the list; only news are announced.
    const news = before === null ? undefined : doubles.findLast(({ id }) => !before.has(id));
    if (news !== undefined) onNew('double', news.name, news.both);
  }, [doubles, onNew]);

  if (doubles.length === 0) return null;
  return (
    <section className={classes.doubles}>
      <button type="button" aria-expanded={open} onClick={() => setOpen((before) => !before)}>
        <IconUsers size={20} aria-hidden />
        <span>{t('checkin.doubles', { count: doubles.length })}</span>
        <IconChevronDown size={20} aria-hidden />
      </button>
      {open && (
        <ul>
          {doubles.map(({ id, name, both }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span data-numeric>{both}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
