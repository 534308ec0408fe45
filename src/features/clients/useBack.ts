import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { FROM, hrefs, idFromParam } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';

export interface Back {
  to: string;
  label: string;
  sessionId?: string;
}

/** The session named by `fromSession`, or its list by table, else the event (specification 1 §2; readings, no. 31). */
export function useBack(): Back {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const [query] = useSearchParams();
  const from = query.get('fromSession');
  const session = useLive((store) => (from === null ? null : store.session(idFromParam('session', from))));
  const event = useLive((store) => store.event());
  if (session !== null && query.get(FROM) === 'tables') {
    return {
      to: hrefs.tables(id, session._id),
      label: t('screens.tables'),
      sessionId: session._id,
    };
  }
  if (session !== null) {
    return {
      to: hrefs.session(id, session._id),
      label: t('client.backToSession', { title: format.title(session) }),
      sessionId: session._id,
    };
  }
  return {
    to: hrefs.event(id),
    label: t('client.backToEvent', { title: event === null ? '' : format.title(event) }),
  };
}
