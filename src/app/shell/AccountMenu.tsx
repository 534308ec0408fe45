import { ActionIcon, Menu, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LANGUAGES } from '#domain/config.ts';
import { useOpenLogin } from '#hooks/data/session.ts';
import { OWN_NAMES, useLanguageChoice } from '#hooks/words/language.ts';
import { asDialog } from '#ui/components/popupRole.ts';
import { notify } from '#ui/components/notify.tsx';
import { hrefs } from '#ui/paths.ts';
import classes from './AccountMenu.module.css';

/** The account link, with the appearance and the way out. */
export function AccountMenu({ onLogout }: { onLogout: () => void }) {
  const { t } = useTranslation();
  const session = useOpenLogin();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [language, chooseLanguage] = useLanguageChoice();
  if (session === null) return null;
  const { username, role } = session.user;
  return (
    <Menu position="bottom-end" width={272}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          radius="xl"
          aria-label={t('common.labelled', { label: t('account.label'), value: username })}
        >
          <span className={classes.initial} aria-hidden>
            {username.slice(0, 1).toUpperCase()}
          </span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown ref={asDialog}>
        <div className={classes.who}>
          <Text fw={600} truncate>
            {username}
          </Text>
          <Text c="dimmed" size="xs">
            {t(`roles.${role}`)}
          </Text>
        </div>
        <Menu.Divider />
        <div className={classes.scheme}>
          <Text size="xs" c="dimmed" mb={4} id="scheme-label">
            {t('account.scheme')}
          </Text>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby="scheme-label"
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme)}
            data={[
              { value: 'auto', label: t('account.auto') },
              { value: 'light', label: t('account.light') },
              { value: 'dark', label: t('account.dark') },
            ]}
          />
        </div>
        <div className={classes.scheme}>
          <Text size="xs" c="dimmed" mb={4} id="language-label">
            {t('account.language')}
          </Text>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby="language-label"
            value={language}
            onChange={(next) => {
              chooseLanguage(next).catch(() => notify.error(t('account.languageLater'), 'language'));
            }}
            data={LANGUAGES.map((value) => ({ value, label: OWN_NAMES[value] }))}
          />
        </div>
        <Menu.Divider />
        <div role="menu" aria-label={t('account.label')}>
          <Menu.Item
            component={Link}
            to={hrefs.profile()}
            leftSection={<IconUserCircle size={18} aria-hidden />}
          >
            {t('account.profile')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={onLogout}>
            {t('nav.logout')}
          </Menu.Item>
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}
