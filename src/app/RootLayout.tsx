import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { createIndicator } from '#ui/platform/loadingIndicator.ts';
import { blockFileDrops } from './blockFileDrops.ts';
import { UpdatePrompt } from './pwa/UpdatePrompt.tsx';
import classes from './RootLayout.module.css';

/** What every screen has, with or without the shell. */
export function RootLayout() {
  const loading = useNavigation().state !== 'idle';
  const [slow, setSlow] = useState(false);
  const [indicator] = useState(() =>
    createIndicator(
      () => setSlow(true),
      () => setSlow(false),
    ),
  );
  useEffect(() => {
    if (loading) indicator.begin();
    else indicator.end();
  }, [loading, indicator]);
  useEffect(() => blockFileDrops(window), []);
  return (
    <>
      {/* For the eye; screen readers hear the new page itself. */}
      {slow && <div className={classes.loading} role="progressbar" aria-hidden />}
      <Outlet />
      <UpdatePrompt />
      {/* Per route, not per visit: coming back to a list finds it where it was left (specification 1 §2). */}
      <ScrollRestoration getKey={(location) => location.pathname} />
    </>
  );
}
