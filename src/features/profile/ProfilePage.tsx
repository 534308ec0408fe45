import { useTranslation } from 'react-i18next';
import { useOpenLogin } from '#hooks/data/session.ts';
import { DetailList } from '#ui/components/DetailList.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { OwnLogins } from './OwnLogins.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';

/** The own account (specification 2 §2, Profile). */
export function ProfilePage() {
  const { t } = useTranslation();
  const session = useOpenLogin();
  if (session === null) return null;
  const { username, role, phone } = session.user;
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
      <PasswordForm username={username} />
      <OwnLogins />
      <PhoneForm saved={phone ?? ''} />
    </Page>
  );
}
