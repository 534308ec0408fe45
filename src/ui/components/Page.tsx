import { Anchor, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { asLeft } from '../platform/useAddressState.ts';
import classes from './Page.module.css';

export interface PageProps {
  title: ReactNode;
  /** One line under the title. */
  subtitle?: ReactNode;
  back?: { to: string; label: string };
  /** At the end of the title's line; below it on a phone. */
  actions?: ReactNode;
  /** Forms read better when they are not as wide as the screen. */
  narrow?: boolean;
  /** All the width there is; a plan has the margins as well. */
  wide?: boolean | 'plan';
  children: ReactNode;
}

/** The frame of every screen: way back, title, actions, content. */
export function Page({ title, subtitle, back, actions, narrow, wide, children }: PageProps) {
  return (
    <div className={classes.page} data-narrow={narrow || undefined} data-wide={wide || undefined}>
      <header className={classes.header}>
        <div className={classes.heading}>
          {back && (
            <Anchor component={Link} to={asLeft(back.to)} className={classes.back}>
              <IconChevronLeft size={16} aria-hidden />
              {back.label}
            </Anchor>
          )}
          <Title order={1}>{title}</Title>
          {subtitle !== undefined && subtitle !== null && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A titled part of a page on its own surface. */
export function Section({
  title,
  aside,
  children,
  flush,
  paper,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  /** The content brings its own padding: tables and lists. */
  flush?: boolean;
  /** On paper: on one sheet where it can be, or not at all. */
  paper?: 'whole' | 'none' | undefined;
}) {
  return (
    <section className={classes.section} data-paper={paper} data-screen-only={paper === 'none' || undefined}>
      {title !== undefined && (
        <div className={classes.sectionHead}>
          <Title order={2}>{title}</Title>
          {aside}
        </div>
      )}
      <div className={classes.surface} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
}
