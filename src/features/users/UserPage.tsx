import { Button, Skeleton } from '@mantine/core';
import { IconLock, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { ManagedUser } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { useOpenLogin } from '#hooks/data/session.ts';
import { useLogins } from '#hooks/data/useLogins.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { DetailList } from '#ui/components/DetailList.tsx';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { FormPart } from '#ui/forms/Form.tsx';
import { LoginList } from '#ui/components/LoginList.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { DisableAccount, EnableAccount } from './AccountSwitch.tsx';
import { ResetCodes } from './ResetCodes.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { RoleBadge } from './RoleBadge.tsx';
import { RoleForm } from './RoleForm.tsx';
import { ServerGate } from '#hooks/data/ServerGate.tsx';

/** One user: role, password, logins, and whether the account may be used at all (USER-09 to USER-11). */
export function UserPage() {
  const { t } = useTranslation();
  const { userId = '' } = useParams();
  const { accounts } = useAppData();
  const asked = useServerValue(() => accounts.users(), userId);
  const user = asked.value?.find(({ id }) => id === userId);
  return (
    <Page
      title={user?.username ?? t('screens.user')}
      back={{ to: hrefs.users(), label: t('users.title') }}
      actions={
        user !== undefined &&
        user.role !== 'manager' && (
          <Button
            component={Link}
            to={hrefs.accessUser(userId)}
            variant="default"
            leftSection={<IconLock size={18} aria-hidden />}
          >
            {t('users.access')}
          </Button>
        )
      }
      narrow
    >
      <ServerGate asked={asked} offline={t('users.offline')}>
        {() =>
          user === undefined ? (
            <EmptyState
              icon={IconUserOff}
              title={t('users.unknown')}
              action={
                <Button component={Link} to={hrefs.users()}>
                  {t('users.title')}
                </Button>
              }
            />
          ) : (
            <Account key={`${user.id} ${user.role}`} user={user} onChanged={asked.refresh} />
          )
        }
      </ServerGate>
    </Page>
  );
}

interface AccountProps {
  user: ManagedUser;
  onChanged: () => void;
}

function Account({ user, onChanged }: AccountProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const own = useOpenLogin()?.user._id === user.id;
  const disabled = user.role === 'disabled';
  return (
    <>
      <Section>
        <DetailList
          items={[
            { label: t('users.role'), value: <RoleBadge role={user.role} /> },
            {
              label: t('users.lastLogin'),
              value: user.lastLogin === null ? t('users.never') : format.dateTime(user.lastLogin),
            },
          ]}
        />
        {own && <p>{t('users.own')}</p>}
      </Section>
      {!own && disabled && <EnableAccount user={user} onChanged={onChanged} />}
      {!own && !disabled && (
        <>
          <RoleForm user={user} onChanged={onChanged} />
          <ResetPassword user={user} onChanged={onChanged} />
          {user.role !== 'host' && <ResetCodes user={user} onChanged={onChanged} />}
          <Logins user={user} onChanged={onChanged} />
          <DisableAccount user={user} onChanged={onChanged} />
        </>
      )}
    </>
  );
}

function Logins({ user, onChanged }: AccountProps) {
  const { t } = useTranslation();
  const { value, ending, end, endAll } = useLogins(user.id, onChanged);
  const [asking, setAsking] = useState(false);
  return (
    <FormPart title={t('logins.title')} hint={t('logins.leadOther')}>
      {value === null ? (
        <Skeleton h={64} />
      ) : (
        <LoginList logins={value} busy={ending} onEnd={(loginId) => void end(loginId)} />
      )}
      {value !== null && value.length > 0 && (
        <div>
          <Button variant="default" loading={ending} onClick={() => setAsking(true)}>
            {t('logins.endAll')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('logins.endAllTitle')}
        confirmLabel={t('logins.endAll')}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void endAll();
        }}
      >
        {t('logins.endAllText')}
      </ConfirmDialog>
    </FormPart>
  );
}
