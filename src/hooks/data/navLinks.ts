import {
  IconCalendarPlus,
  IconForms,
  IconHome,
  IconLock,
  IconMailPlus,
  IconUserPlus,
  IconUsers,
  IconUsersPlus,
} from '@tabler/icons-react';
import { hasRole, type Role } from '#domain/rights/roles.ts';
import type { English } from '#i18n/en/index.ts';
import { hrefs, ROUTES, type RouteId, type RouteSpec } from '#ui/paths.ts';

export interface NavLinkItem {
  key: keyof English['nav'];
  /** Whose minimum role decides whether the link is shown. */
  route: RouteId;
  to: string;
  icon: typeof IconHome;
  group: 'main' | 'event' | 'team';
}

/**
 * The links of the sidebar that `role` may follow. Client, e-mail and form creation lead to the event visited last
 * (specification 1 §2).
 */
export function navLinks(role: Role, lastEventId: string | null): NavLinkItem[] {
  const links: NavLinkItem[] = [
    { key: 'home', route: 'home', to: hrefs.home(), icon: IconHome, group: 'main' },
    { key: 'eventNew', route: 'eventNew', to: hrefs.eventNew(), icon: IconCalendarPlus, group: 'main' },
    {
      key: 'clientNew',
      route: lastEventId === null ? 'clientNew' : 'eventClientNew',
      to: hrefs.clientNew(lastEventId),
      icon: IconUsersPlus,
      group: 'event',
    },
    {
      key: 'notifNew',
      route: lastEventId === null ? 'notifNew' : 'eventNotifNew',
      to: hrefs.notifNew(lastEventId),
      icon: IconMailPlus,
      group: 'event',
    },
    {
      key: 'formNew',
      route: lastEventId === null ? 'formNew' : 'eventFormNew',
      to: hrefs.formNew(lastEventId),
      icon: IconForms,
      group: 'event',
    },
    { key: 'userNew', route: 'userNew', to: hrefs.userNew(), icon: IconUserPlus, group: 'team' },
    { key: 'users', route: 'users', to: hrefs.users(), icon: IconUsers, group: 'team' },
    { key: 'access', route: 'access', to: hrefs.access(), icon: IconLock, group: 'team' },
  ];
  return links.filter(({ route }) => {
    const { role: required } = ROUTES[route] as RouteSpec;
    return required === null || hasRole(role, required);
  });
}
