import { Button, Checkbox, FileButton, TextInput } from '@mantine/core';
import { IconDownload, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PICTURE_TYPES } from '#domain/documents/event.ts';
import type { Plan, Session } from '#domain/documents/session.ts';
import { commit, committedPlan, select } from '#domain/plan/editor/model.ts';
import { readAutoSaveDelay } from '#domain/plan/editor/problems.ts';
import { readNumber } from '#domain/text/typedNumber.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { ExportPlanDialog } from '../exchange/ExportPlanDialog.tsx';
import { ImportPlan } from '../exchange/ImportPlan.tsx';
import classes from './Editor.module.css';
import type { Editor } from './useEditorState.ts';
import { ValueField } from './ValueField.tsx';

interface PlanPanelProps {
  editor: Editor;
  session: Session;
  /** Another plan has taken the place of this one. */
  onReplaced: (plan: Plan) => void;
}

/** What concerns the plan as a whole. */
export function PlanPanel({ editor, session, onReplaced }: PlanPanelProps) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const { busy, run } = useAction();
  const { state, apply } = editor;
  const hasPicture = session._attachments?.['planBackground'] !== undefined;
  const settings = (details: { autoSave?: boolean; autoSaveDelay?: number }) =>
    run(() => repository.editSession(session._id, details));
  return (
    <section className={classes.panel}>
      <h2>{t('planEditor.plan')}</h2>
      <ValueField
        label={t('planEditor.ratio')}
        value={state.plan.ratio}
        read={(text) => readNumber(text, 0.2, 5)}
        invalid={t('planEditor.error.ratio')}
        hint={t('planEditor.ratioHint')}
        inputMode="decimal"
        onChange={(ratio) => apply((now) => commit(now, { ...now.plan, ratio }, { run: 'ratio' }))}
      />
      <Checkbox
        label={t('planEditor.autoSave')}
        checked={session.autoSave}
        onChange={({ currentTarget }) => void settings({ autoSave: currentTarget.checked })}
      />
      <DelayField
        delay={session.autoSaveDelay}
        onChange={(autoSaveDelay) => void settings({ autoSaveDelay })}
      />
      <div>
        <h3>{t('planEditor.background')}</h3>
        <p className={classes.hint}>{t('planEditor.backgroundHint')}</p>
        <div className={classes.buttons}>
          <FileButton
            accept={PICTURE_TYPES.join(',')}
            onChange={(file) => void (file && run(() => repository.setPlanBackground(session._id, file)))}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={busy}
                leftSection={<IconPhoto size={18} aria-hidden />}
              >
                {t('planEditor.chooseBackground')}
              </Button>
            )}
          </FileButton>
          {hasPicture && (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => void run(() => repository.setPlanBackground(session._id, null))}
            >
              {t('planEditor.removeBackground')}
            </Button>
          )}
        </div>
      </div>
      <Exchange editor={editor} session={session} onReplaced={onReplaced} />
    </section>
  );
}

/** VALID-67: what is no number is ignored, and the delay stays. Saved when it is typed to its end. */
function DelayField({ delay, onChange }: { delay: number; onChange: (delay: number) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const finish = (): void => {
    const next = typed === null ? null : readAutoSaveDelay(typed);
    if (next !== null && next !== delay) onChange(next);
    setTyped(null);
  };
  return (
    <TextInput
      label={t('planEditor.autoSaveDelay')}
      value={typed ?? String(delay)}
      inputMode="numeric"
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={finish}
      onKeyDown={({ key }) => {
        if (key === 'Enter') finish();
      }}
    />
  );
}

function Exchange({ editor, session, onReplaced }: PlanPanelProps) {
  const { t } = useTranslation();
  const [exporting, setExporting] = useState(false);
  return (
    <div>
      <h3>{t('planExchange.heading')}</h3>
      <p className={classes.hint}>{t('planExchange.importHint')}</p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => setExporting(true)}
        >
          {t('planExchange.exportPlan')}
        </Button>
        <ImportPlan
          session={session}
          current={() => committedPlan(editor.read())}
          onTake={(plan) => {
            editor.apply((now) => select(commit(now, plan), []));
            onReplaced(plan);
          }}
        />
      </div>
      {exporting && (
        <ExportPlanDialog
          session={session}
          plan={committedPlan(editor.state)}
          seats={null}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  );
}
