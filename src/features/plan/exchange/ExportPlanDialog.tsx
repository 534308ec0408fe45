import { Checkbox, Radio, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, Session } from '#domain/documents/session.ts';
import { FileJobDialog } from '#ui/files/FileJobDialog.tsx';
import classes from './Exchange.module.css';
import { PLAN_FILES, useExportPlan, type PlanFile, type SeatDrawing } from './useExportPlan.ts';

const PAPERS = ['A4', 'A3'] as const;
const LIMITED: readonly PlanFile[] = ['pdf', 'png'];

interface ExportPlanDialogProps {
  session: Session;
  plan: Plan;
  /** Null for the plan without its clients. */
  seats: SeatDrawing | null;
  /** Only to look at and to print, without the names. */
  limited?: boolean;
  onClose: () => void;
}

/** The plan as a file: to print, to send, for another session, for the ticket shop. */
export function ExportPlanDialog({ session, plan, seats, limited = false, onClose }: ExportPlanDialogProps) {
  const { t } = useTranslation();
  const { share, start, cancel } = useExportPlan({ session, plan, seats, onSaved: onClose });
  const [kind, setKind] = useState<PlanFile>('pdf');
  const [paper, setPaper] = useState<(typeof PAPERS)[number]>('A4');
  const [names, setNames] = useState(seats !== null && !limited);
  const paperLabel = useId();
  const kinds = limited ? LIMITED : PLAN_FILES;
  return (
    <FileJobDialog
      title={t('planExchange.exportTitle')}
      startLabel={t('planExchange.start')}
      runningLabel={t('planExchange.running')}
      share={share}
      onStart={() => void start(kind, { paper, names })}
      onCancel={cancel}
      onClose={onClose}
    >
      <Radio.Group
        label={t('planExchange.file')}
        value={kind}
        onChange={(value) => setKind(PLAN_FILES.find((one) => one === value) ?? kind)}
      >
        <div className={classes.choices}>
          {kinds.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`planExchange.kind.${one}`)}
              description={t(`planExchange.hint.${one}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {kind === 'pdf' && (
        <div className={classes.options}>
          <div>
            <span id={paperLabel} className={classes.label}>
              {t('planExchange.paper')}
            </span>
            <SegmentedControl
              aria-labelledby={paperLabel}
              value={paper}
              onChange={(value) => setPaper(PAPERS.find((one) => one === value) ?? paper)}
              data={[...PAPERS]}
            />
          </div>
          {seats !== null && !limited && (
            <Checkbox
              label={t('planExchange.withNames')}
              description={t('planExchange.withNamesHint')}
              checked={names}
              onChange={({ currentTarget }) => setNames(currentTarget.checked)}
            />
          )}
        </div>
      )}
    </FileJobDialog>
  );
}
