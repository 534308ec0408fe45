import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { useCanceledInside } from '#hooks/door/canceledInside.ts';
import { useDoorNews } from '#hooks/door/doorNews.ts';
import { useDoubles } from '#hooks/door/doubles.ts';
import { useGoneInside } from '#hooks/door/goneInside.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { DoorNotice } from '#ui/door/DoorNotice.tsx';
import { hrefs } from '#ui/paths.ts';
import { giveSignal } from './feedback.ts';

interface ScanNewsProps {
  session: Session;
  sound: boolean;
}

/** What has become of guests who are in: whoever scans is told, too, and the list is where it is settled. */
export function ScanNews({ session, sound }: ScanNewsProps) {
  const { t } = useTranslation();
  const { id: eventId } = useEvent();
  const open = useDoubles(session._id).filter(({ done }) => done === null);
  const canceled = useCanceledInside(session).filter(({ done }) => done === null);
  const gone = useGoneInside(session).filter(({ done }) => done === null);
  const ids = [...open, ...canceled, ...gone].map(({ id }) => id);
  const { isNews, read } = useDoorNews(session._id, ids);
  const twice = open.filter(({ id }) => isNews(id));
  const inside = canceled.filter(({ id }) => isNews(id));
  const out = gone.filter(({ id }) => isNews(id));
  const count = twice.length + inside.length + out.length;
  const before = useRef(count);
  const warn = useEffectEvent(() => giveSignal('warning', { sound }));
  useEffect(() => {
    if (count > before.current) warn();
    before.current = count;
  }, [count]);
  const named = (label: string, value: string): string => t('common.labelled', { label, value });
  const [double] = twice;
  const [guest] = inside;
  const [left] = out;
  const words = [
    ...(double === undefined
      ? []
      : twice.length > 1
        ? [t('checkin.doubles', { count: twice.length })]
        : [named(t('checkin.doubleVerdict'), double.name), double.both]),
    ...(guest === undefined
      ? []
      : inside.length > 1
        ? [t('checkin.canceledInsideOf', { count: inside.length })]
        : [named(t('checkin.canceledInside'), guest.name)]),
    ...(left === undefined
      ? []
      : out.length > 1
        ? [t('checkin.goneInsideOf', { count: out.length })]
        : [named(t('checkin.goneInside'), left.name), left.about]),
  ];
  return (
    <DoorNotice
      text={words.length === 0 ? null : words.join(' · ')}
      way={{ label: t('scan.toList'), to: hrefs.checkin(eventId, session._id) }}
      onClose={read}
    />
  );
}
