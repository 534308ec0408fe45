import { Anchor, Checkbox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { User } from '#domain/documents/user.ts';
import { hasRole } from '#domain/rights/roles.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { ServerGate } from '#hooks/data/ServerGate.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { useEvents } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { collatorOf } from '#ui/words/format.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './EventAccess.module.css';

/** Who may see the event, user by user, for managers: a tick is saved at once. */
export function EventAccess({ eventId }: { eventId: string }) {
  const { t } = useTranslation();
  const { hash, key } = useLocation();
  const folded = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  // Whoever asks for this part of the page wants to give access.
  useEffect(() => {
    if (hash === '#access' && folded.current !== null) folded.current.open = true;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `key`: whoever asks for it again is led there again
  }, [hash, key]);
  return (
    <Section
      title={t('event.access')}
      aside={
        <Anchor component={Link} to={hrefs.access()}>
          {t('nav.access')}
        </Anchor>
      }
      flush
    >
      {/* The list is the server's: asked for when somebody wants to see it. */}
      <details
        ref={folded}
        className={classes.root}
        onToggle={(toggle) => setOpen(toggle.currentTarget.open)}
      >
        <summary>{t('event.accessShow')}</summary>
        {open && <AccessList eventId={eventId} />}
      </details>
    </Section>
  );
}

function AccessList({ eventId }: { eventId: string }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const data = useAppData();
  const asked = useServerValue(() => data.users(), 'users');
  const authorized = useEvents()?.find(({ id }) => id === eventId)?.authorized ?? [];
  return (
    <ServerGate asked={asked} offline={t('access.offline')}>
      {(users) => {
        const { compare } = collatorOf(language);
        const listed = users
          .filter(({ role }) => hasRole(role, 'host'))
          .toSorted((a, b) => compare(a.username, b.username));
        const others = listed.filter(({ role }) => role !== 'manager');
        const managers = listed.filter(({ role }) => role === 'manager').map(({ username }) => username);
        return (
          <>
            {others.length === 0 && <Nothing>{t('event.accessNobody')}</Nothing>}
            <ul className={classes.list}>
              {others.map((user) => (
                <AccessRow
                  key={user._id}
                  eventId={eventId}
                  user={user}
                  sees={authorized.includes(user._id)}
                />
              ))}
            </ul>
            <p className={classes.managers}>
              <IconCheck size={16} aria-hidden />{' '}
              {t('event.accessManagers', { names: new Intl.ListFormat(language).format(managers) })}
            </p>
          </>
        );
      }}
    </ServerGate>
  );
}

function AccessRow({ eventId, user, sees }: { eventId: string; user: User; sees: boolean }) {
  const { t } = useTranslation();
  const data = useAppData();
  const { busy, run } = useAction();
  /** What was ticked, until the list of events says it too. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  // From then on it may be another administrator's doing.
  if (wanted === sees) setWanted(null);
  const checked = wanted ?? sees;

  async function set(may: boolean): Promise<void> {
    setWanted(may);
    const done = await run(async () => {
      const answer = await data.setAuthorizations(user._id, [[eventId, may]]);
      return answer.ok ? { ok: true as const, value: true } : answer;
    });
    if (done === null) setWanted(null);
  }
  return (
    <li>
      <Checkbox
        checked={checked}
        // Not disabled while it is being saved: that would take the focus along.
        onChange={({ currentTarget: { checked: may } }) => {
          if (!busy) void set(may);
        }}
        label={user.username}
        description={t(`roles.${user.role}`)}
      />
    </li>
  );
}
