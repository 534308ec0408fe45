import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router-dom';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { PlanEditor } from './PlanEditor.tsx';

/** Plan creation or editing (specification 2 §2). An unknown session is led away by the route's gate. */
export function PlanEditorPage() {
  const { t } = useTranslation();
  const id = idFromParam('session', useParams()['sessionId']);
  const { id: eventId } = useEvent();
  const session = useLive((store) => store.withoutCanceled(id));
  useDocumentTitle(t('planEditor.title'));
  // Work on the screen outlives an archiving: whoever opens the editor then is led to the plan.
  const [archived] = useState(session?.status === 'archived');
  if (session === null) return null;
  return archived ? (
    <Navigate to={hrefs.plan(eventId, id)} replace />
  ) : (
    <PlanEditor key={id} session={session} />
  );
}
