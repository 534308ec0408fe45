import { Checkbox, Radio, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, Session } from '#domain/documents/session.ts';
import { FileJobDialog } from '#ui/files/FileJobDialog.tsx';
import classes from './Exchange.module.css';
import {
  PLAN_FILES,
  useExportPlan,
  type PdfChoice,
  type PlanFile,
  type SeatDrawing,
} from './useExportPlan.ts';

const PAPERS = ['A4', 'A3'] as const;
const LIMITED: readonly PlanFile[] = ['pdf', 'png'];
/** What is nothing without who sits where. */
const OF_PEOPLE: readonly PlanFile[] = ['tables', 'cards', 'signs'];
const CARD_PAPERS = ['A4', 'Letter'] as const;
const SIGN_PAPERS = ['A4', 'A5', 'Letter'] as const;

const papersOf = (kind: PlanFile): boolean => kind === 'pdf' || OF_PEOPLE.includes(kind);

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
  const [cards, setCards] = useState<PdfChoice['cards']>({ paper: 'A4', folded: true });
  const [signs, setSigns] = useState<PdfChoice['signs']>({ paper: 'A5', names: false });
  const paperLabel = useId();
  const kinds = limited ? LIMITED : PLAN_FILES.filter((one) => seats !== null || !OF_PEOPLE.includes(one));
  const papers = kind === 'cards' ? CARD_PAPERS : kind === 'signs' ? SIGN_PAPERS : PAPERS;
  return (
    <FileJobDialog
      title={t('planExchange.exportTitle')}
      startLabel={t('planExchange.start')}
      runningLabel={t('planExchange.running')}
      share={share}
      onStart={() => void start(kind, { paper, names, cards, signs })}
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
      {papersOf(kind) && (
        <div className={classes.options}>
          <div>
            <span id={paperLabel} className={classes.label}>
              {t('planExchange.paper')}
            </span>
            <SegmentedControl
              aria-labelledby={paperLabel}
              value={kind === 'cards' ? cards.paper : kind === 'signs' ? signs.paper : paper}
              onChange={(value) => {
                if (kind === 'cards') {
                  setCards({ ...cards, paper: CARD_PAPERS.find((one) => one === value) ?? cards.paper });
                } else if (kind === 'signs') {
                  setSigns({ ...signs, paper: SIGN_PAPERS.find((one) => one === value) ?? signs.paper });
                } else setPaper(PAPERS.find((one) => one === value) ?? paper);
              }}
              data={[...papers]}
            />
          </div>
          {kind === 'cards' && (
            <Checkbox
              label={t('planExchange.folded')}
              description={t(cards.folded ? 'planExchange.foldedHint' : 'planExchange.flatHint')}
              checked={cards.folded}
              onChange={({ currentTarget }) => setCards({ ...cards, folded: currentTarget.checked })}
            />
          )}
          {kind === 'signs' && (
            <Checkbox
              label={t('planExchange.signNames')}
              checked={signs.names}
              onChange={({ currentTarget }) => setSigns({ ...signs, names: currentTarget.checked })}
            />
          )}
          {kind === 'pdf' && seats !== null && !limited && (
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
