import { IconDownload, IconEdit, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, Session } from '#domain/documents/session.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { ActionMenu, type ActionItem } from '#ui/components/ActionMenu.tsx';
import { hrefs } from '#ui/paths.ts';
import { ExportPlanDialog } from '../exchange/ExportPlanDialog.tsx';
import type { useSeatLooks } from './useSeatLooks.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface PlanMenuProps {
  session: Session;
  plan: Plan;
  looks: ReturnType<typeof useSeatLooks>;
  canEdit: boolean;
  onPropose: () => void;
}

/** What is done with the plan as a whole. */
export function PlanMenu({ session, plan, looks, canEdit, onPropose }: PlanMenuProps) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const isMember = useCan('member');
  const [exporting, setExporting] = useState(false);
  const propose: ActionItem = {
    ...{ id: 'auto', title: t('seating.propose'), icon: <IconWand {...icon} /> },
    onSelect: onPropose,
  };
  const exportPlan: ActionItem = {
    ...{ id: 'export', title: t('planExchange.exportPlan'), icon: <IconDownload {...icon} /> },
    onSelect: () => setExporting(true),
  };
  const edit: ActionItem = {
    ...{ id: 'edit', title: t('seating.editPlan'), icon: <IconEdit {...icon} /> },
    to: hrefs.planEdit(id, session._id),
  };
  return (
    <>
      <ActionMenu items={canEdit ? [propose, exportPlan, edit] : [exportPlan]} />
      {exporting && (
        <ExportPlanDialog
          {...{ session, plan }}
          seats={looks}
          // Lists of clients and whole plans are for members (specification 2 §6).
          limited={!isMember}
          onClose={() => setExporting(false)}
        />
      )}
    </>
  );
}
