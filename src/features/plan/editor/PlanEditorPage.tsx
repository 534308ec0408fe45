import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useLive } from '#hooks/event.tsx';
import { idFromParam } from '#ui/paths.ts';
import { useDocumentTitle } from '#ui/useDocumentTitle.ts';
import { PlanEditor } from './PlanEditor.tsx';

/** Plan creation or editing (specification 2 §2). An unknown session is led away by the route's gate. */
export function PlanEditorPage() {
  const { t } = useTranslation();
  const id = idFromParam('session', useParams()['sessionId']);
  const session = useLive((store) => store.session(id));
  useDocumentTitle(t('planEditor.title'));
  return session === null ? null : <PlanEditor key={id} session={session} />;
}
