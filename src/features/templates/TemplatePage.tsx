import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { TEMPLATE_TYPES, type Template } from '#domain/commands/templates.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { TemplateForm } from './TemplateForm.tsx';

/** The screens of invitations and of invoices are alike (TPL-01); where no template is named, a new one is made. */
function TemplateScreen({ kind }: { kind: TemplateKind }) {
  const { templateId } = useParams();
  const id = templateId === undefined ? null : idFromParam(TEMPLATE_TYPES[kind], templateId);
  const known = useLive((store) =>
    id === null ? null : (store.documents(TEMPLATE_TYPES[kind]).get(id) ?? null),
  );
  // What the editor begins with stays, whatever arrives meanwhile: saving lays the difference over it.
  const [base, setBase] = useState<Template | null>(known);
  if (base === null && known !== null) setBase(known);
  else if (id !== null && base === null) return <NotHere kind={kind} />;
  return <TemplateForm key={id ?? 'new'} kind={kind} base={base} />;
}

/** Removed, or still to come: a tab fetches templates after all else, and looks for new ones once a minute. */
function NotHere({ kind }: { kind: TemplateKind }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  const title = event === null ? '' : format.title(event);
  return (
    <Page
      title={t(kind === 'invitation' ? 'screens.invitation' : 'screens.invoice')}
      back={{ to: hrefs.event(id), label: title }}
    >
      <div role="status">
        <EmptyState
          icon={IconFileOff}
          title={t('templates.notHere')}
          text={t('templates.notHereText')}
          action={
            <Button component={Link} to={hrefs.event(id)}>
              {t('client.backToEvent', { title })}
            </Button>
          }
        />
      </div>
    </Page>
  );
}

export const InvitationTemplatePage = () => <TemplateScreen kind="invitation" />;
export const InvoiceTemplatePage = () => <TemplateScreen kind="invoice" />;
