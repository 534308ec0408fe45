import { Button, CloseButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, matchRoutes } from 'react-router-dom';
import { useEvents, useOpenLogin } from '#hooks/data/session.ts';
import { rememberWanted, wantedPage } from '#hooks/platform/wantedPage.ts';
import { redirectOf, ROUTE_IDS, ROUTES } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './WantedPage.module.css';

const PATTERNS = ROUTE_IDS.map((id) => ({ id, path: ROUTES[id].path }));

/** The way on to the link that was opened before the login, if its page is this user's to see. */
export function WantedPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const events = useEvents();
  const role = useOpenLogin()?.user.role ?? null;
  const [address, setAddress] = useState(wantedPage);
  // Offered once.
  useEffect(() => rememberWanted(null), []);
  const match =
    address === null
      ? undefined
      : matchRoutes(PATTERNS, { pathname: address.split(/[?#]/)[0] ?? '' })?.at(-1);
  if (address === null || match === undefined || redirectOf(match.route.id, role) !== null) return null;
  const { eventId } = match.params;
  const event = events?.find(({ id }) => id === eventId);
  // An event that is not among one's own is not named, and not offered.
  if (eventId !== undefined && event === undefined) return null;
  const screen = t(`screens.${match.route.id}`);
  const title = event === undefined ? null : format.title(event);
  return (
    <section className={classes.root} aria-label={t('home.wanted')}>
      <p>
        {t('home.wanted')}{' '}
        <strong>{title === null || title === screen ? screen : `${title} · ${screen}`}</strong>
      </p>
      <Button component={Link} to={address} size="sm" rightSection={<IconArrowRight size={16} aria-hidden />}>
        {t('home.wantedGo')}
      </Button>
      <CloseButton aria-label={t('common.close')} onClick={() => setAddress(null)} />
    </section>
  );
}
