import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import type { Form } from '#domain/documents/form.ts';
import { heldBy } from '#domain/forms/versions.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { DuplicateLink } from '#ui/components/DuplicateLink.tsx';
import { GoneMeanwhile } from '#ui/components/GoneMeanwhile.tsx';
import { Page } from '#ui/components/Page.tsx';
import { PublicPage } from '#ui/components/PublicPage.tsx';
import { hrefs, idFromParam, LIKE } from '#ui/paths.ts';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { FormEditor } from './FormEditor.tsx';

function useBack(): { to: string; label: string } {
  const format = useFormat();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  return { to: hrefs.event(id), label: event === null ? '' : format.title(event) };
}

/** A new form, be it like another one. */
export function FormCreatePage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const id = idFromParam('form', query.get(LIKE) ?? undefined);
  const like = useLive((store) => store.documents('form').get(id) ?? null);
  return (
    <Page title={t('forms.createTitle')} back={useBack()}>
      <FormEditor key={id} own={null} like={like} />
    </Page>
  );
}

export function FormPage() {
  const { formId } = useParams();
  const id = idFromParam('form', formId);
  return <Opened key={id} id={id} />;
}

/** One that is missing, deleted or replaced leads to the event (FORM-14). */
function Opened({ id }: { id: string }) {
  const { id: eventId } = useEvent();
  const known = useLive((store) => store.documents('form').get(id) ?? null);
  // Who has it open goes on when somebody else replaces it: saving lays the difference over what holds by then.
  const [own] = useState<Form | null>(known);
  const isGone = useLive((store) => heldBy(store.documents('form'), id) === null);
  if (own?.enabled !== true) return <Navigate to={hrefs.event(eventId)} replace />;
  return <Shown own={own} isGone={isGone} />;
}

function Shown({ own, isGone }: { own: Form; isGone: boolean }) {
  const { t } = useTranslation();
  const { id: eventId } = useEvent();
  useDocumentTitle(own.name);
  return (
    <Page
      title={own.name}
      back={useBack()}
      actions={
        !isGone && (
          <>
            <PublicPage form={own} words />
            <DuplicateLink to={hrefs.formLike(eventId, own._id)} />
          </>
        )
      }
    >
      {isGone && <GoneMeanwhile>{t('forms.goneMeanwhile')}</GoneMeanwhile>}
      <FormEditor own={own} />
    </Page>
  );
}
