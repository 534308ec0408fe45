import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconMinus, IconPlus, IconShieldCheck, IconUserOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { CentralEvent } from '#domain/documents/event.ts';
import type { User } from '#domain/documents/user.ts';
import { searchable, searchIn } from '#domain/search/search.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEvents } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { LeaveQuestion } from '#hooks/platform/LeaveQuestion.tsx';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { FormFoot } from '#ui/forms/Form.tsx';
import { notify } from '#ui/components/notify.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { useKeptFocus } from '#ui/platform/useKeptFocus.ts';
import classes from './Access.module.css';
import { UsersGate } from './UsersGate.tsx';

/** Which events a user may see (specification 1 §2, Access management). */
export function UserAccessPage() {
  const { userId = '' } = useParams();
  const { t } = useTranslation();
  return (
    <UsersGate>
      {(users, fresh) => {
        const user = users.find(({ _id }) => _id === userId);
        return (
          <Page
            title={
              user === undefined ? t('screens.accessUser') : t('access.userTitle', { name: user.username })
            }
            subtitle={user === undefined ? null : t(`roles.${user.role}`)}
            back={{ to: hrefs.access(), label: t('access.title') }}
            narrow
          >
            {user === undefined && !fresh ? (
              // Who has just been created is not in the list of an earlier visit.
              <Skeleton h={240} />
            ) : user === undefined ? (
              <EmptyState
                icon={IconUserOff}
                title={t('access.unknownUser')}
                action={
                  <Button component={Link} to={hrefs.access()}>
                    {t('access.title')}
                  </Button>
                }
              />
            ) : user.role === 'manager' ? (
              <EmptyState icon={IconShieldCheck} title={t('access.seesAll')} />
            ) : (
              <UserAccess key={user._id} user={user} />
            )}
          </Page>
        );
      }}
    </UsersGate>
  );
}

type Mode = 'add' | 'remove';
const NONE: ReadonlyMap<string, boolean> = new Map();

function UserAccess({ user }: { user: User }) {
  const { t } = useTranslation();
  const format = useFormat();
  const data = useAppData();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { busy, run } = useAction();
  const events = useEvents() ?? [];
  const [mode, setMode] = useState<Mode>('add');
  const [query, setQuery] = useState('');
  /** What was chosen: event id → may see it. */
  const [chosen, setChosen] = useState(NONE);
  const [failure, setFailure] = useState<string | null>(null);

  const saved = (event: CentralEvent) => event.authorized.includes(user._id);
  // Without events that are gone by now, for which the server refuses all, and what another administrator has done meanwhile.
  const changes = new Map(
    [...chosen].filter(([id, may]) => events.some((event) => event.id === id && saved(event) !== may)),
  );
  const sees = (event: CentralEvent) => changes.get(event.id) ?? saved(event);
  const inMode = events.filter((event) => sees(event) === (mode === 'remove'));
  const shown = searchIn(
    inMode.map((event) => searchable(event, event.title, event.titleFrench)),
    query,
  );

  const list = useRef<HTMLUListElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  /** The row that was used last, which leaves the list. */
  const used = useRef(0);
  useKeptFocus(() => {
    const left = list.current?.querySelectorAll('button') ?? [];
    (left[Math.min(used.current, left.length - 1)] ?? saveButton.current)?.focus();
  });
  const isSaved = useRef(false);

  function set(event: CentralEvent, may: boolean): void {
    setChosen(new Map(changes).set(event.id, may));
  }
  async function save(): Promise<void> {
    setFailure(null);
    const done = await run(
      async () => {
        const answer = await data.setAuthorizations(user._id, [...changes]);
        return answer.ok ? { ok: true as const, value: true } : answer;
      },
      (error) => {
        setFailure(errorText(error));
        return true;
      },
    );
    if (done === null) return;
    isSaved.current = true;
    notify.success(t('access.saved'));
    await navigate(hrefs.access());
  }
  return (
    <>
      <LeaveQuestion isDirty={() => changes.size > 0 && !isSaved.current} text={t('access.leaveText')} />
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={t('access.mode')}
          value={mode}
          onChange={(next) => setMode(next === 'remove' ? 'remove' : 'add')}
          data={[
            { value: 'add', label: t('access.modeAdd') },
            { value: 'remove', label: t('access.modeRemove') },
          ]}
        />
        <SearchInput
          label={t('access.searchEvents')}
          value={query}
          onChange={setQuery}
          className={classes.search ?? ''}
        />
      </div>
      <Section flush>
        <ul className={classes.list} ref={list}>
          {shown.map((event, index) => {
            const title = format.title(event);
            return (
              <li key={event.id} className={classes.event}>
                <span>
                  <strong>{title}</strong>
                  {event.date != null && <small>{format.date(event.date, event.timeZone)}</small>}
                </span>
                {changes.has(event.id) && <em>{t('access.pending')}</em>}
                <Button
                  variant="default"
                  size="xs"
                  leftSection={
                    mode === 'add' ? <IconPlus size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />
                  }
                  aria-label={t(mode === 'add' ? 'access.addEvent' : 'access.removeEvent', { title })}
                  onClick={() => {
                    used.current = index;
                    set(event, mode === 'add');
                  }}
                >
                  {t(mode === 'add' ? 'access.add' : 'access.remove')}
                </Button>
              </li>
            );
          })}
        </ul>
        {shown.length === 0 && (
          <Nothing>
            {inMode.length > 0
              ? t('common.noResult')
              : t(mode === 'add' ? 'access.noneToAdd' : 'access.noneToRemove')}
          </Nothing>
        )}
      </Section>
      <FormFoot message={failure}>
        <span className={classes.count} role="status">
          {changes.size === 0 ? t('access.noChanges') : t('access.changes', { count: changes.size })}
        </span>
        <Button variant="default" disabled={changes.size === 0} onClick={() => setChosen(NONE)}>
          {t('access.reset')}
        </Button>
        <Button ref={saveButton} disabled={changes.size === 0} loading={busy} onClick={() => void save()}>
          {t('access.save')}
        </Button>
      </FormFoot>
    </>
  );
}
