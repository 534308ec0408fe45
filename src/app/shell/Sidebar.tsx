import { Tooltip } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useLastEventId } from '#hooks/data/lastEvent.ts';
import { useEvents, useOpenLogin } from '#hooks/data/session.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { navLinks, type NavLinkItem } from './navLinks.ts';
import classes from './Sidebar.module.css';

interface SidebarProps {
  /** Icons only; names come as tooltips and for screen readers. */
  compact: boolean;
  onNavigate?: () => void;
  onLogout: () => void;
}

export function Sidebar({ compact, onNavigate, onLogout }: SidebarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useOpenLogin();
  const lastEventId = useLastEventId();
  const lastEvent = useEvents()?.find((event) => event.id === lastEventId);
  const links = session === null ? [] : navLinks(session.user.role, lastEventId);
  const groups = [
    { id: 'main', title: null },
    { id: 'event', title: lastEvent === undefined ? t('nav.sectionEvent') : format.title(lastEvent) },
    { id: 'team', title: t('nav.sectionTeam') },
  ] as const;
  return (
    <div className={classes.root} data-compact={compact || undefined}>
      {groups.map(({ id, title }) => {
        const items = links.filter((link) => link.group === id);
        return items.length === 0 ? null : (
          <div key={id} className={classes.group}>
            {title !== null && <p className={classes.groupTitle}>{title}</p>}
            <ul>
              {items.map((item) => (
                <li key={item.key}>
                  <Entry item={item} compact={compact} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <div className={classes.end}>
        <Tooltip label={t('nav.logout')} position="right" disabled={!compact}>
          <button type="button" className={classes.link} onClick={onLogout}>
            <IconLogout size={20} stroke={1.7} aria-hidden />
            <span className={classes.name}>{t('nav.logout')}</span>
          </button>
        </Tooltip>
      </div>
    </div>
  );
}

function Entry({
  item,
  compact,
  onNavigate,
}: {
  item: NavLinkItem;
  compact: boolean;
  onNavigate?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const name = t(`nav.${item.key}`);
  const Icon = item.icon;
  return (
    <Tooltip label={name} position="right" disabled={!compact}>
      <NavLink to={item.to} end className={classes.link ?? ''} onClick={onNavigate}>
        <Icon size={20} stroke={1.7} aria-hidden />
        <span className={classes.name}>{name}</span>
      </NavLink>
    </Tooltip>
  );
}
