import { Button } from '@mantine/core';
import { IconArmchair } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Plan, Session } from '#domain/documents/session.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { useRouteSessionExpected } from '#hooks/data/target.tsx';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { Viewer } from './Viewer.tsx';

/** Who sits where (specification 2 §2, Seating plan): members give seats, hosts look. */
export function PlanPage() {
  const session = useRouteSessionExpected();
  return session === null ? null : <Loaded session={session} />;
}

const hasTables = (plan: Plan | null | undefined): plan is Plan =>
  plan != null && Object.keys(plan.state.tables).length > 0;

function Loaded({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  useDocumentTitle(t('common.labelled', { label: t('session.plan'), value: format.title(session) }));
  return hasTables(session.plan) ? (
    <Viewer session={session} plan={session.plan} />
  ) : (
    <NoPlan session={session} />
  );
}

function NoPlan({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const canEdit = useCan('member') && session.status !== 'archived';
  return (
    <Page
      title={t('session.plan')}
      back={{ to: hrefs.session(id, session._id), label: format.title(session) }}
    >
      <EmptyState
        icon={IconArmchair}
        title={t('seating.noPlanTitle')}
        text={t(canEdit ? 'seating.noPlanMember' : 'seating.noPlanHost')}
        action={
          canEdit && (
            <Button component={Link} to={hrefs.planEdit(id, session._id)}>
              {t('seating.addPlan')}
            </Button>
          )
        }
      />
    </Page>
  );
}
