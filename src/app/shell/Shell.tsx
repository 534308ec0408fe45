import { AppShell, Drawer } from '@mantine/core';
import { useHotkeys, useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatch, useNavigate } from 'react-router-dom';
import { useAppData } from '#hooks/data/appData.tsx';
import { useLosses } from '#hooks/data/copyLost.ts';
import { useOpenLogin, useSyncOf } from '#hooks/data/session.ts';
import { rememberWanted } from '#hooks/platform/wantedPage.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';
import { hrefs, ROUTES } from '#ui/paths.ts';
import { lazyPart } from '#ui/platform/lazyPart.ts';
import { asksBeforeLeaving } from '../asksBeforeLeaving.ts';
import { OutdatedSide } from '../pwa/Outdated.tsx';
import { Header } from './Header.tsx';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { useRoleNotice } from './useRoleNotice.ts';

const loadSearch = () => import('#features/search/SearchDialog.tsx');
const SearchDialog = lazyPart(async () => (await loadSearch()).SearchDialog);

const WIDTHS = { icons: 68, full: 248 };

/**
 * Sidebar and header around the screens: full on a desktop, icons on a tablet, a sheet on a phone. On plans, which have the
 * room first, a step less up to 1760 px.
 */
export function Shell() {
  const { t } = useTranslation();
  const session = useOpenLogin();
  const { full, inSheet, toggle } = useMenu();
  /** The page that it was opened on: it closes with it, whoever leads to the next. */
  const [sheetOn, setSheetOn] = useState<string | null>(null);
  const { pathname } = useLocation();
  const sheet = sheetOn === pathname;
  const [search, setSearch] = useState<'unloaded' | 'open' | 'closed'>('unloaded');
  const logout = useLogout();
  useLossNotice();
  useRoleNotice();
  // Begun with the first of the two keys, so that who types on loses nothing.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Control' || key === 'Meta') loadSearch().catch(() => undefined);
  });
  useHotkeys([['mod+K', () => setSearch('open')]], []);

  if (session === null) return <Outlet />;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{
        width: full ? WIDTHS.full : WIDTHS.icons,
        breakpoint: 'sm',
        collapsed: { mobile: true, desktop: inSheet },
      }}
      padding={0}
      transitionDuration={0}
      classNames={{ navbar: classes.navbar ?? '', header: classes.header ?? '', main: classes.main ?? '' }}
    >
      <a href="#content" className={classes.skip}>
        {t('nav.skip')}
      </a>
      <AppShell.Header>
        <Header
          menuOpen={inSheet ? sheet : full}
          onToggleMenu={() => (inSheet ? setSheetOn(sheet ? null : pathname) : toggle())}
          onSearch={() => setSearch('open')}
          onLogout={logout.ask}
        />
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('nav.label')}>
        {!inSheet && <Sidebar compact={!full} onLogout={logout.ask} />}
      </AppShell.Navbar>
      <Drawer
        opened={inSheet && sheet}
        onClose={() => setSheetOn(null)}
        size={288}
        title={t('common.appName')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        classNames={{ body: classes.sheetBody ?? '' }}
        transitionProps={{ duration: 160 }}
      >
        <nav aria-label={t('nav.label')}>
          <Sidebar compact={false} onNavigate={() => setSheetOn(null)} onLogout={logout.ask} />
        </nav>
      </Drawer>
      <AppShell.Main id="content" tabIndex={-1}>
        <OutdatedSide />
        <Outlet />
      </AppShell.Main>
      {search !== 'unloaded' && (
        <Suspense>
          <SearchDialog opened={search === 'open'} onClose={() => setSearch('closed')} />
        </Suspense>
      )}
      <ConfirmDialog
        opened={logout.asking !== null}
        title={t('account.logoutTitle')}
        confirmLabel={t('nav.logout')}
        onConfirm={() => void logout.confirm()}
        onCancel={logout.cancel}
      >
        {logout.asking === 'unfinished' && <p>{t('account.logoutUnfinished')}</p>}
        <Waiting />
      </ConfirmDialog>
    </AppShell>
  );
}

/** How the menu is shown: as the screen suggests, or as somebody made it, on plans and elsewhere apart. */
function useMenu() {
  const place = useMatch({ path: ROUTES.plan.path, end: false }) === null ? 'elsewhere' : 'plan';
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const desktop = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const huge = useMediaQuery('(min-width: 110em)', true, { getInitialValueInEffect: false });
  const [byHand, setByHand] = useState<{ plan?: boolean; elsewhere?: boolean }>({});
  const full = byHand[place] ?? (place === 'plan' ? huge : desktop);
  const inSheet = phone || (place === 'plan' && !desktop);
  return { full, inSheet, toggle: () => setByHand({ ...byHand, [place]: !full }) };
}

/** How many changes have not reached the server. Apart: the shell is not drawn again for each of them. */
function Waiting() {
  const { t } = useTranslation();
  const count = useSyncOf(({ waiting }) => waiting);
  return count === 0 ? null : t('account.logoutWaiting', { count });
}

/** Says it at once when the browser has deleted a copy under the open app. */
function useLossNotice(): void {
  const { t } = useTranslation();
  const { untold, told } = useLosses();
  const tell = useEffectEvent(() => {
    notify.error(t('sync.copyLost'), 'copy-lost');
    told();
  });
  useEffect(() => {
    if (untold) tell();
  }, [untold]);
}

/**
 * Logs out at once, or asks first when something has not reached the server, or the page holds what the browser would ask about
 * before it is closed. A manual logout does not reload.
 */
function useLogout() {
  const data = useAppData();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'waiting' | 'unfinished' | null>(null);

  async function confirm(): Promise<void> {
    setAsking(null);
    rememberWanted(null);
    await data.login.logout();
    await navigate(hrefs.login(), { replace: true });
  }
  return {
    asking,
    confirm,
    cancel: () => setAsking(null),
    ask: () => {
      if (asksBeforeLeaving(window)) setAsking('unfinished');
      else if (data.sync.get().waiting > 0) setAsking('waiting');
      else void confirm();
    },
  };
}
