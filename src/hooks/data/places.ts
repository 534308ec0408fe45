import {
  IconArmchair,
  IconCalendarEvent,
  IconListNumbers,
  IconChartBar,
  IconCoins,
  IconCopy,
  IconFileText,
  IconForms,
  IconHistory,
  IconMail,
  IconPencil,
  IconPercentage,
  IconReportMoney,
  IconPlug,
  IconQrcode,
  IconTableImport,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router-dom';
import type { CentralEvent } from '#domain/documents/event.ts';
import { localId } from '#domain/ids.ts';
import { hasRole } from '#domain/rights/roles.ts';
import { hrefs, ROUTES, type RouteId, type RouteSpec } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useLastEventId } from './lastEvent.ts';
import { useEvents, useOpenLogin } from './session.ts';

interface Place {
  name: string;
  route: RouteId;
  to: string;
  icon: typeof IconUsers;
  /** Stands for the icon where there are several of a kind. */
  initial?: string;
  /** Of which session; commands say it. */
  of?: string;
  /** Only where one asks for it: there would be too many in a menu. */
  rare?: boolean;
  /** Below the session that is open. */
  below?: boolean;
}

type Session = CentralEvent['sessions'][number];
/** More sessions than this are looked for on the event's page. */
const LISTED = 6;

/** Those that are on now go before others: of a congress, the first six would be over. */
function listedOf(sessions: readonly Session[]): readonly Session[] {
  const coming = sessions.filter(({ status }) => status !== 'archived');
  const isOn = ({ status }: Session): boolean => status === 'ongoing';
  return [...coming.filter(isOn), ...coming.filter((session) => !isOn(session))].slice(0, LISTED);
}

/** What there is in the event that was opened last, for the menu and for commands; the rights decide. */
export function usePlaces(): { event: CentralEvent | null; places: Place[] } {
  const { t } = useTranslation();
  const role = useOpenLogin()?.user.role ?? null;
  const lastEventId = useLastEventId();
  const event = useEvents()?.find(({ id }) => id === lastEventId) ?? null;
  const format = useFormat(event?.timeZone);
  const { pathname } = useLocation();
  const open = matchPath('/event/:eventId/session/:sessionId/*', pathname)?.params;
  if (event === null || role === null) return { event, places: [] };
  const { id } = event;
  const isOpen = (session: Session): boolean =>
    open?.eventId === id && open.sessionId === localId(session.id);
  const listed = listedOf(event.sessions);
  const shown = event.sessions.filter((session) => listed.includes(session) || isOpen(session));

  const titleOf = format.titlesAmong(shown);
  const pagesOf = (session: Session): Place[] => {
    const of = titleOf(session);
    const rare = !isOpen(session);
    const below = !rare;
    const pages: Place[] = [
      {
        name: t('session.plan'),
        route: 'plan',
        to: hrefs.plan(id, session.id),
        icon: IconArmchair,
        of,
        rare,
        below,
      },
    ];
    pages.push({
      name: t('screens.tables'),
      route: 'tables',
      to: hrefs.tables(id, session.id),
      icon: IconListNumbers,
      of,
      rare: true,
    });
    if (session.status === 'archived') return pages;
    return [
      {
        name: t('session.checkIn'),
        route: 'checkin',
        to: hrefs.checkin(id, session.id),
        icon: IconUserCheck,
        of,
        rare: true,
      },
      ...pages,
      {
        name: t('screens.scan'),
        route: 'scan',
        to: hrefs.scan(id, session.id),
        icon: IconQrcode,
        of,
        rare: true,
      },
    ];
  };
  const places: Place[] = [
    { name: t('nav.overview'), route: 'event', to: hrefs.event(id), icon: IconCalendarEvent },
    { name: t('screens.clients'), route: 'clients', to: hrefs.clients(id), icon: IconUsers },
    ...shown.flatMap((session): Place[] => [
      {
        name: titleOf(session),
        route: 'session',
        to: hrefs.session(id, session.id),
        icon: IconUsers,
        initial: (Array.from(format.title(session))[0] ?? '').toLocaleUpperCase(),
      },
      ...pagesOf(session),
    ]),
    {
      name: t('event.forms'),
      route: 'eventFormNew',
      to: `${hrefs.event(id)}#forms`,
      icon: IconForms,
    },
    {
      name: t('event.messages'),
      route: 'eventNotifNew',
      to: `${hrefs.event(id)}#messages`,
      icon: IconMail,
    },
    {
      name: t('nav.templates'),
      route: 'invitationNew',
      to: `${hrefs.event(id)}#templates`,
      icon: IconFileText,
    },
    { name: t('event.stats'), route: 'stats', to: hrefs.stats(id), icon: IconChartBar },
    { name: t('event.history'), route: 'eventHistory', to: hrefs.eventHistory(id), icon: IconHistory },
    {
      name: t('event.update'),
      route: 'eventUpdate',
      to: hrefs.eventUpdate(id),
      icon: IconPencil,
      rare: true,
    },
    {
      name: t('screens.clientImport'),
      route: 'eventClientImport',
      to: hrefs.clientImport(id),
      icon: IconTableImport,
      rare: true,
    },
    {
      name: t('event.copyClients'),
      route: 'clientCopy',
      to: hrefs.clientCopy(id),
      icon: IconCopy,
      rare: true,
    },
    { name: t('event.applyRate'), route: 'rate', to: hrefs.rate(id), icon: IconPercentage, rare: true },
    {
      name: t('screens.statement'),
      route: 'statement',
      to: hrefs.statement(id),
      icon: IconReportMoney,
      rare: true,
    },
    {
      name: t('screens.money'),
      route: 'money',
      to: hrefs.money(id),
      icon: IconCoins,
      rare: true,
    },
    { name: t('event.services'), route: 'services', to: hrefs.services(id), icon: IconPlug, rare: true },
  ];
  return {
    event,
    places: places.filter(({ route }) => {
      const { role: required } = ROUTES[route] as RouteSpec;
      return required === null || hasRole(role, required);
    }),
  };
}
