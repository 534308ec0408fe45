import { useTranslation } from 'react-i18next';
import { useLive } from '#hooks/data/event.tsx';
import { fullName } from '#ui/words/format.ts';

const SHOWN = 8;

/** Names of clients as a list in words; of many, the first ones. */
export function useNamesOf(): (clientIds: readonly string[]) => string {
  const { t, i18n } = useTranslation();
  const clients = useLive((store) => store.clients());
  const isCanceled = useLive((store) => store.isCanceled);
  return (clientIds) => {
    const all = clientIds.map((id) => {
      const client = clients.get(id);
      if (client === undefined) return t('session.unknownClient');
      // Nobody sees them on the plan.
      return isCanceled(id) ? t('planEditor.canceledName', { name: fullName(client) }) : fullName(client);
    });
    const more = all.length - SHOWN;
    if (more > 0) return t('planEditor.andMore', { names: all.slice(0, SHOWN).join(', '), count: more });
    return new Intl.ListFormat(i18n.language).format(all);
  };
}
