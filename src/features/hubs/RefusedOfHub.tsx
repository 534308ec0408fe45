import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HubEntry } from '#data/accountTypes.ts';
import { typeOfId } from '#domain/ids.ts';
import { useEvents } from '#hooks/data/session.ts';
import type { English } from '#i18n/en/index.ts';
import { Details } from '#ui/components/Details.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Hubs.module.css';

type Words = English['hubs'];
const KINDS = ['checkin', 'entrychange', 'client', 'session'] as const satisfies (keyof Words['kind'])[];
const WHY: Readonly<Record<string, keyof Words['why']>> = {
  session_archived: 'archived',
  forbidden: 'right',
  forbidden_role: 'right',
  time_ahead: 'time',
  too_large: 'size',
  update_first: 'hubOld',
  newer_document: 'serverOld',
};

/** What this server did not take of a hub: what it is, who did it, since when, why, and what to do. */
export function RefusedOfHub({ name, refused: { changes, count } }: Pick<HubEntry, 'name' | 'refused'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const events = useEvents() ?? [];
  const titleOf = (eventId: string): string => {
    const event = events.find(({ id }) => id === eventId);
    return event === undefined ? eventId : format.title(event);
  };
  const left = count - changes.length;
  return (
    <section className={classes.refused} aria-label={`${name}: ${t('hubs.refused', { count })}`}>
      <p>
        <IconAlertTriangle size={16} aria-hidden /> <strong>{t('hubs.refused', { count })}</strong>{' '}
        {t('hubs.refusedKept')}
      </p>
      <ul>
        {changes.map(({ eventId, id, rev, reason, time, by }) => {
          const kind = KINDS.find((one) => one === typeOfId(id)) ?? 'other';
          const why = WHY[reason] ?? 'other';
          const said = [
            titleOf(eventId),
            ...(by === undefined ? [] : [t('hubs.refusedBy', { name: by })]),
            t('hubs.refusedAt', { time: format.dateTime(time) }),
          ];
          return (
            <li key={`${eventId} ${id} ${rev}`}>
              <strong>{t(`hubs.kind.${kind}`)}</strong>
              <small>{said.join(' · ')}</small>
              <p>{t(`hubs.why.${why}`)}</p>
              <Details text={why === 'other' ? `${reason}\n${id}` : id} />
            </li>
          );
        })}
      </ul>
      {left > 0 && <p>{t('hubs.refusedMore', { count: left })}</p>}
    </section>
  );
}
