import { Button, NativeSelect } from '@mantine/core';
import { IconChevronRight, IconServer, IconShieldLock, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ManagedUser } from '#data/types.ts';
import { ROLES } from '#domain/rights/roles.ts';
import { searchable, searchIn } from '#domain/search/search.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { useOpenLogin } from '#hooks/data/session.ts';
import { useAddressState } from '#ui/platform/useAddressState.ts';
import { collatorOf } from '#ui/words/format.ts';
import { NothingFound } from '#ui/components/Nothing.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { CodeRule } from './CodeRule.tsx';
import { RoleBadge } from './RoleBadge.tsx';
import { ServerGate } from '#hooks/data/ServerGate.tsx';
import classes from './Users.module.css';

const WHOLE_LIST = { find: '', role: '' };

/** All users with role and last login (USER-09). */
export function UsersPage() {
  const { t } = useTranslation();
  const { accounts } = useAppData();
  const asked = useServerValue(() => accounts.users(), 'users');
  return (
    <Page
      title={t('users.title')}
      subtitle={t('users.lead')}
      actions={
        <>
          <Button
            component={Link}
            to={hrefs.hubs()}
            variant="default"
            leftSection={<IconServer size={18} aria-hidden />}
          >
            {t('hubs.title')}
          </Button>
          <Button
            component={Link}
            to={hrefs.security()}
            variant="default"
            leftSection={<IconShieldLock size={18} aria-hidden />}
          >
            {t('users.security')}
          </Button>
          <Button component={Link} to={hrefs.userNew()} leftSection={<IconUserPlus size={18} aria-hidden />}>
            {t('access.createUser')}
          </Button>
        </>
      }
    >
      <ServerGate asked={asked} offline={t('users.offline')}>
        {(users) => (
          <>
            <UserTable users={users} />
            <CodeRule users={users} />
          </>
        )}
      </ServerGate>
    </Page>
  );
}

function UserTable({ users }: { users: readonly ManagedUser[] }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const [{ find: query, role }, setView] = useAddressState(WHOLE_LIST);
  const { compare } = collatorOf(language);
  const listed = users
    .filter((user) => role === '' || user.role === role)
    .sort((a, b) => compare(a.username, b.username));
  const shown = searchIn(
    listed.map((user) => searchable(user, user.username)),
    query,
  );
  return (
    <>
      <div className={classes.tools}>
        <SearchInput
          label={t('users.search')}
          value={query}
          onChange={(find) => setView({ find })}
          className={classes.search ?? ''}
        />
        <NativeSelect
          aria-label={t('users.roleFilter')}
          value={role}
          onChange={(select) => setView({ role: select.currentTarget.value })}
          data={[
            { value: '', label: t('users.allRoles') },
            ...[...ROLES].reverse().map((value) => ({ value, label: t(`roles.${value}`) })),
          ]}
        />
        <span className={classes.count} role="status">
          {t('users.count', { count: shown.length })}
        </span>
      </div>
      <Section flush>
        <ul className={classes.list}>
          {shown.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </ul>
        {shown.length === 0 && <NothingFound onShowAll={() => setView(WHOLE_LIST)} />}
      </Section>
    </>
  );
}

function UserRow({ user }: { user: ManagedUser }) {
  const { t } = useTranslation();
  const format = useFormat();
  const own = useOpenLogin()?.user._id === user.id;
  return (
    <li>
      <Link to={hrefs.user(user.id)} className={classes.row} data-role={user.role}>
        <span className={classes.initial} aria-hidden>
          {user.username.slice(0, 1).toUpperCase()}
        </span>
        <span className={classes.name}>
          <strong>{user.username}</strong>
          {own && <em>{t('users.you')}</em>}
          {user.oneTimeUntil !== null && <em data-tone="warn">{t('users.oneTime')}</em>}
        </span>
        <RoleBadge role={user.role} />
        <span className={classes.last}>
          {user.lastLogin === null ? (
            t('users.never')
          ) : (
            <>
              <span className={classes.label}>{t('users.lastLogin')}</span>
              <time dateTime={new Date(user.lastLogin).toISOString()}>{format.dateTime(user.lastLogin)}</time>
            </>
          )}
        </span>
        <span className={classes.devices}>{t('users.devices', { count: user.logins })}</span>
        <IconChevronRight size={18} aria-hidden />
      </Link>
    </li>
  );
}
