import { Button } from '@mantine/core';
import { IconChevronRight, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { User } from '#domain/documents/user.ts';
import { searchable, searchIn } from '#domain/search/search.ts';
import { useEvents } from '#hooks/data/session.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { useAddressState } from '#ui/platform/useAddressState.ts';
import { collatorOf } from '#ui/words/format.ts';
import { Page, Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { NothingFound } from '#ui/components/Nothing.tsx';
import classes from './Access.module.css';
import { UsersGate } from './UsersGate.tsx';

const WHOLE_LIST = { find: '' };

/** The users whose access can be set: all but managers (specification 1 §2, Access management). */
export function AccessPage() {
  const { t } = useTranslation();
  return (
    <Page
      title={t('access.title')}
      subtitle={t('access.lead')}
      actions={
        <Button component={Link} to={hrefs.userNew()} leftSection={<IconUserPlus size={18} aria-hidden />}>
          {t('access.createUser')}
        </Button>
      }
    >
      <UsersGate>{(users) => <UserList users={users} />}</UsersGate>
    </Page>
  );
}

function UserList({ users }: { users: readonly User[] }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const events = useEvents();
  const [{ find: query }, setView] = useAddressState(WHOLE_LIST);
  const { compare } = collatorOf(language);
  const listed = users
    .filter(({ role }) => role !== 'manager')
    .sort((a, b) => compare(a.username, b.username));
  if (listed.length === 0) {
    return (
      <EmptyState
        icon={IconUsers}
        title={t('access.emptyTitle')}
        text={t('access.emptyText')}
        action={
          <Button component={Link} to={hrefs.userNew()}>
            {t('access.createUser')}
          </Button>
        }
      />
    );
  }
  const shown = searchIn(
    listed.map((user) => searchable(user, user.username)),
    query,
  );
  const eventsOf = (user: User) =>
    (events ?? []).filter(({ authorized }) => authorized.includes(user._id)).length;
  return (
    <>
      <SearchInput
        label={t('access.search')}
        value={query}
        onChange={(find) => setView({ find })}
        mb="md"
        maw={360}
      />
      <Section flush>
        <ul className={classes.list}>
          {shown.map((user) => (
            <li key={user._id}>
              <Link to={hrefs.accessUser(user._id)} className={classes.user}>
                <span className={classes.initial} aria-hidden>
                  {user.username.slice(0, 1).toUpperCase()}
                </span>
                <strong>{user.username}</strong>
                <span className={classes.role} data-role={user.role}>
                  {t(`roles.${user.role}`)}
                </span>
                <span className={classes.count}>{t('access.events', { count: eventsOf(user) })}</span>
                <IconChevronRight size={18} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <NothingFound onShowAll={() => setView(WHOLE_LIST)} />}
      </Section>
    </>
  );
}
