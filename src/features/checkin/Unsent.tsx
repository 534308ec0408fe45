import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useSyncStatus } from '#hooks/data/session.ts';
import { fullName } from '#ui/words/format.ts';
import classes from './Checkin.module.css';

/** As many names as one reads at a door. */
const NAMED = 50;
const UNSENT = {
  in: 'checkin.unsentIn',
  out: 'checkin.unsentOut',
  seen: 'checkin.unsentSeen',
} as const;
const NONE: readonly string[] = [];

/** Who is not synced: the check-ins of this device that the server does not know yet, newest first. */
export function Unsent({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id } = useEvent();
  const clients = useLive((store) => store.clients());
  const checkins = useLive((store) => store.documents('checkin'));
  const database = useSyncStatus().databases.find((one) => one.id === id);
  const unsent = database?.unsentCheckins ?? NONE;
  const refused = database?.refused.filter((change) => change.id.startsWith('checkin_')).length ?? 0;
  const facts = unsent
    .flatMap((fact) => checkins.get(fact) ?? [])
    .filter(({ sessionId }) => sessionId === session._id)
    .reverse();
  if (facts.length === 0) {
    // Nobody says 'sent' of what was refused, or of a copy whose state is not known.
    const words =
      refused > 0
        ? t('checkin.unsentRefused', { count: refused })
        : t(database?.state === 'synced' ? 'checkin.unsentNone' : 'checkin.unsentUnknown');
    return <p className={classes.unsent}>{words}</p>;
  }
  return (
    <div className={classes.unsent} data-waiting>
      <p>{t('checkin.unsentTitle', { count: facts.length })}</p>
      <ul>
        {facts.slice(0, NAMED).map(({ _id, clientId, action, time }) => {
          const client = clients.get(clientId);
          return (
            <li key={_id}>
              <strong>{client === undefined ? t('session.unknownClient') : fullName(client)}</strong>
              <span data-numeric>{t(UNSENT[action], { time: format.time(time) })}</span>
            </li>
          );
        })}
      </ul>
      {facts.length > NAMED && <p>{t('checkin.unsentMore', { count: facts.length - NAMED })}</p>}
    </div>
  );
}
