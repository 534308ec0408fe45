import { IconChevronDown, IconUsers } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Session } from '#domain/documents/session.ts';
import { useLive } from '#hooks/event.tsx';
import { formatTime, fullName } from '#ui/format.ts';
import classes from './Checkin.module.css';
import type { Door } from './useDoor.ts';

/** Guests whom two doors let in: told the moment this device learns of it, and listed with both times and devices. */
export function DoubleStrip({ session, onNew }: { session: Session; onNew: Door['show'] }) {
  const { t } = useTranslation();
  const doubles = useLive((store) => store.doubleEntries(session._id));
  const clients = useLive((store) => store.clients());
  const [open, setOpen] = useState(false);
  const known = useRef<ReadonlySet<string> | null>(null);

  const nameOf = (clientId: string): string => {
    const client = clients.get(clientId);
    return client === undefined ? t('session.unknownClient') : fullName(client);
  };
  const both = (first: Checkin, second: Checkin): string =>
    [first, second]
      .map((entry) => t('session.doubleAt', { time: formatTime(entry.time), device: entry.device.name }))
      .join(' · ');

  useEffect(() => {
    const before = known.current;
    known.current = new Set(doubles.map(({ second }) => second._id));
    // What was there when the screen opened is in the list; only news are announced.
    const news = before === null ? undefined : doubles.findLast(({ second }) => !before.has(second._id));
    if (news !== undefined) onNew('double', nameOf(news.clientId), both(news.first, news.second));
    // oxlint-disable-next-line react/exhaustive-deps -- words and names alone are no news
  }, [doubles]);

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
          {doubles.map(({ clientId, first, second }) => (
            <li key={second._id}>
              <strong>{nameOf(clientId)}</strong>
              <span data-numeric>{both(first, second)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
