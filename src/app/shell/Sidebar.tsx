import { Tooltip } from '@mantine/core';
import { IconLogout, type IconHome } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link as PlainLink, NavLink } from 'react-router-dom';
import { useLastEventId } from '#hooks/data/lastEvent.ts';
import { navLinks } from '#hooks/data/navLinks.ts';
import { usePlaces } from '#hooks/data/places.ts';
import { useOpenLogin } from '#hooks/data/session.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Sidebar.module.css';

interface SidebarProps {
  /** Icons only; names come as tooltips and for screen readers. */
  compact: boolean;
  onNavigate?: () => void;
  onLogout: () => void;
}

interface Link {
  name: string;
  to: string;
  icon: typeof IconHome;
  initial?: string | undefined;
  below?: boolean | undefined;
}

/** Where one can go, then what can be made: in the event that was opened last, and in the house. */
export function Sidebar({ compact, onNavigate, onLogout }: SidebarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useOpenLogin();
  const lastEventId = useLastEventId();
  const { event, places } = usePlaces();
  const links = session === null ? [] : navLinks(session.user.role, lastEventId);
  const linksOf = (group: 'main' | 'event' | 'team'): Link[] =>
    links
      .filter((link) => link.group === group)
      .map(({ key, to, icon }) => ({ name: t(`nav.${key}`), to, icon }));
  const groups = [
    { id: 'main', title: null, items: linksOf('main') },
    {
      id: 'places',
      title: event === null ? null : format.title(event),
      items: places.filter(({ rare }) => !rare),
    },
    {
      id: 'event',
      title: event === null ? t('nav.sectionEvent') : t('nav.sectionNew'),
      items: linksOf('event'),
    },
    { id: 'team', title: t('nav.sectionTeam'), items: linksOf('team') },
  ] as const;
  return (
    <div className={classes.root} data-compact={compact || undefined}>
      {groups.map(({ id, title, items }) =>
        items.length === 0 ? null : (
          <div key={id} className={classes.group}>
            {title !== null && <p className={classes.groupTitle}>{title}</p>}
            <ul>
              {items.map((item) => (
                <li key={item.to}>
                  <Entry item={item} compact={compact} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </div>
        ),
      )}
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

interface EntryProps {
  item: Link;
  compact: boolean;
  onNavigate?: (() => void) | undefined;
}

function Entry({ item: { name, to, icon: Icon, initial, below }, compact, onNavigate }: EntryProps) {
  // A part of a page is never the page that one is on.
  const part = to.includes('#');
  const inside = (
    <>
      {initial === undefined ? (
        <Icon size={20} stroke={1.7} aria-hidden />
      ) : (
        <span className={classes.initial} data-initial={initial} aria-hidden />
      )}
      <span className={classes.name}>{name}</span>
    </>
  );
  return (
    <Tooltip label={name} position="right" disabled={!compact}>
      {part ? (
        <PlainLink to={to} className={classes.link} onClick={onNavigate}>
          {inside}
        </PlainLink>
      ) : (
        <NavLink
          to={to}
          end
          className={classes.link ?? ''}
          data-below={below || undefined}
          onClick={onNavigate}
        >
          {inside}
        </NavLink>
      )}
    </Tooltip>
  );
}
