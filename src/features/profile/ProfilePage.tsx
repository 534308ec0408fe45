import { useTranslation } from 'react-i18next';
import { hasRole } from '#domain/rights/roles.ts';
import { useOpenLogin } from '#hooks/data/session.ts';
import { DetailList } from '#ui/components/DetailList.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { OneTimeCodes } from './OneTimeCodes.tsx';
import { OwnLogins } from './OwnLogins.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';

/** The own account (specification 2 §2, Profile). */
export function ProfilePage() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useOpenLogin();
  if (session === null) return null;
  const { username, role, phone, door } = session.user;
  return (
    <Page title={t('user_display.title')} narrow>
      <Section>
        <DetailList
          items={[
            { label: t('user_display.username'), value: username },
            { label: t('user_display.role'), value: t(`roles.${role}`) },
          ]}
        />
      </Section>
      {door == null ? (
        <>
          <PasswordForm username={username} />
          {hasRole(role, 'member') && <OneTimeCodes />}
          <OwnLogins />
          <PhoneForm saved={phone ?? ''} />
        </>
      ) : (
        <p>{t('pairing.door', { name: username, time: format.dateTime(door.until) })}</p>
      )}
    </Page>
  );
}
