import { IconShieldLock, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { hasRole } from '#domain/rights/roles.ts';
import { useLastEventId } from '#hooks/data/lastEvent.ts';
import { navLinks } from '#hooks/data/navLinks.ts';
import { usePlaces } from '#hooks/data/places.ts';
import { useOpenLogin } from '#hooks/data/session.ts';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import type { Command } from './hits.ts';

/** Everything that the menu leads to, and what it has no room for, to be called by its name. */
export function useCommands(): Command[] {
  const { t } = useTranslation();
  const format = useFormat();
  const role = useOpenLogin()?.user.role ?? null;
  const lastEventId = useLastEventId();
  const { event, places } = usePlaces();
  if (role === null) return [];
  const title = event === null ? '' : format.title(event);
  return [
    ...places.map(({ name, of, to, icon }) => ({ name, of: of ?? title, to, icon })),
    ...navLinks(role, lastEventId).map(({ key, group, to, icon }) => ({
      ...{ name: t(`nav.${key}`), of: group === 'event' ? title : '', to, icon },
    })),
    { name: t('account.profile'), of: '', to: hrefs.profile(), icon: IconUserCircle },
    ...(hasRole(role, 'manager')
      ? [{ name: t('screens.security'), of: '', to: hrefs.security(), icon: IconShieldLock }]
      : []),
  ];
}
