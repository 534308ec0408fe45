import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCloudOff, IconRefresh, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecurityEvent, SecurityQuery } from '#data/types.ts';
import { ROLES, type Role } from '#domain/rights/roles.ts';
import { SECURITY_RINGS } from '#domain/rights/security.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useServerValue } from '#hooks/data/server.ts';
import { useEvents } from '#hooks/data/session.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { refusalIn } from './refusal.ts';
import classes from './Security.module.css';

const FIRST: SecurityQuery = { group: '', text: '', before: '' };

/** What the server noted of logins, refusals and rights: the newest first, some at a time. */
export function SecurityPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { accounts } = useAppData();
  const [query, setQuery] = useState(FIRST);
  const [wanted] = useDebouncedValue(query, 250);
  const asked = useServerValue(() => accounts.securityEvents(wanted), JSON.stringify(wanted));
  const { value, failure, busy, refresh } = asked;
  return (
    <Page
      title={t('security.title')}
      subtitle={t('security.lead')}
      back={{ to: hrefs.users(), label: t('users.title') }}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={busy}
          onClick={refresh}
        >
          {t('security.refresh')}
        </Button>
      }
    >
      <div className={classes.tools}>
        <SearchInput
          label={t('security.search')}
          value={query.text}
          onChange={(text) => setQuery({ ...query, text, before: '' })}
          className={classes.search ?? ''}
        />
        <NativeSelect
          aria-label={t('security.group')}
          value={query.group}
          onChange={(select) => {
            const group = SECURITY_RINGS.find((ring) => ring === select.currentTarget.value) ?? '';
            setQuery({ ...query, group, before: '' });
          }}
          data={[
            { value: '', label: t('security.all') },
            ...SECURITY_RINGS.map((ring) => ({ value: ring, label: t(`security.groups.${ring}`) })),
          ]}
        />
      </div>
      {failure !== null ? (
        <EmptyState
          icon={IconCloudOff}
          title={failure.code === 'offline' ? t('security.offline') : errorText(failure)}
          action={<Button onClick={refresh}>{t('common.retry')}</Button>}
        />
      ) : value === null ? (
        <Skeleton h={320} />
      ) : value.events.length === 0 ? (
        <EmptyState
          icon={IconShieldCheck}
          title={query === FIRST ? t('security.emptyTitle') : t('common.noResult')}
          text={t('security.emptyText')}
        />
      ) : (
        <Section flush>
          <EventTable events={value.events} />
          <nav className={classes.foot} aria-label={t('security.pages')}>
            <Button
              variant="default"
              size="xs"
              disabled={query.before === ''}
              onClick={() => setQuery({ ...query, before: '' })}
            >
              {t('security.newest')}
            </Button>
            <Button
              variant="default"
              size="xs"
              disabled={!value.more}
              onClick={() => setQuery({ ...query, before: value.events.at(-1)?.id ?? '' })}
            >
              {t('security.older')}
            </Button>
          </nav>
        </Section>
      )}
    </Page>
  );
}

function EventTable({ events }: { events: readonly SecurityEvent[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <table className={classes.table} aria-label={t('security.title')}>
      <thead>
        <tr>
          <th scope="col">{t('security.when')}</th>
          <th scope="col">{t('security.what')}</th>
          <th scope="col">{t('security.who')}</th>
          <th scope="col">{t('security.where')}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <td data-label={t('security.when')} className={classes.when}>
              <time dateTime={new Date(event.at).toISOString()}>{format.dateTime(event.at)}</time>
            </td>
            <td data-label={t('security.what')}>
              <strong>{t(`security.kinds.${event.kind}`)}</strong>
              <Detail event={event} />
            </td>
            <td data-label={t('security.who')}>
              <Who event={event} />
            </td>
            <td data-label={t('security.where')}>{event.address || t('common.none')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Detail({ event: { detail, count, last } }: { event: SecurityEvent }) {
  const { t } = useTranslation();
  const format = useFormat();
  const events = useEvents();
  const refusal = refusalIn(detail);
  const event = events?.find(({ id }) => id === refusal?.eventId);
  const parts = [
    refusal !== null
      ? t('security.refusedIn', {
          event: event === undefined ? t('security.unknownEvent') : format.title(event),
          why: t(`security.refused.${refusal.why}`),
        })
      : detail === 'more'
        ? t('security.more')
        : detail === 'nobody'
          ? t('security.nobody')
          : roleWords(detail, (role) => t(`roles.${role}`)),
    count > 1 ? t('security.times', { count, time: format.dateTime(last) }) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : <small>{parts.join(' · ')}</small>;
}

/** Roles in the reader's words ("host → member"); anything else is an address of ours and shown as it is. */
function roleWords(detail: string, word: (role: Role) => string): string {
  for (const mark of [' → ', ' + ']) {
    const parts = detail.split(mark);
    const roles = parts.flatMap((part) => ROLES.find((role) => role === part) ?? []);
    if (roles.length === parts.length) return roles.map(word).join(mark);
  }
  return detail;
}

function Who({ event: { actor, subject, kind } }: { event: SecurityEvent }) {
  const { t } = useTranslation();
  if (actor !== null && subject !== null && actor.id !== subject.id) return `${actor.name} → ${subject.name}`;
  const name = actor?.name ?? subject?.name;
  if (name !== undefined) return name;
  return kind === 'login_failed' || kind === 'login_limited' ? t('security.unknownName') : t('common.none');
}
