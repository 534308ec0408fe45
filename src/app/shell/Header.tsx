import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Spoken } from '#ui/components/Spoken.tsx';
import { hrefs } from '#ui/paths.ts';
import { AccountMenu } from './AccountMenu.tsx';
import classes from './Header.module.css';
import { SyncButton } from './SyncButton.tsx';

interface HeaderProps {
  menuOpen: boolean;
  onToggleMenu: () => void;
  onSearch: () => void;
  onLogout: () => void;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function Header({ menuOpen, onToggleMenu, onSearch, onLogout }: HeaderProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.root}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('nav.toggle')}
        aria-expanded={menuOpen}
        onClick={onToggleMenu}
      >
        <IconMenu2 size={22} stroke={1.7} />
      </ActionIcon>
      <Link to={hrefs.home()} className={classes.brand} aria-label={t('common.appName')}>
        <img src="/icon.svg" alt="" width={28} height={28} />
        <span className={classes.word}>{t('common.appName')}</span>
      </Link>
      <UnstyledButton className={classes.search} onClick={onSearch}>
        <Spoken>{t('search.open')}</Spoken>
        <IconSearch size={18} stroke={1.8} aria-hidden />
        <span className={classes.searchText} aria-hidden>
          {t('search.short')}
        </span>
        <Kbd size="xs" className={classes.key} aria-hidden>
          {isApple ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <div className={classes.end}>
        <SyncButton />
        <AccountMenu onLogout={onLogout} />
      </div>
    </div>
  );
}
