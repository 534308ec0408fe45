import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Plan, Session } from '#domain/documents/session.ts';
import { committedPlan } from '#domain/plan/editor/model.ts';
import { overlapping } from '#domain/plan/editor/overlaps.ts';
import { wholePlan } from '#domain/plan/viewport.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import type { PlanCanvasHandle } from '../canvas/types.ts';
import { useLarge } from '../canvas/useLarge.ts';
import classes from './Editor.module.css';
import { EditorCanvas } from './EditorCanvas.tsx';
import { EditorNotices } from './EditorNotices.tsx';
import { EditorSheet, SheetBar, type Sheet } from './EditorSheets.tsx';
import { EditorToolbar } from './EditorToolbar.tsx';
import { GridDialog } from './hall/GridDialog.tsx';
import { NumberDialog } from './hall/NumberDialog.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import { TableList } from './TableList.tsx';
import { TablePanel } from './TablePanel.tsx';
import { TemplatePalette } from './TemplatePalette.tsx';
import { useEditorKeys } from './useEditorKeys.ts';
import { useNamesOf } from './useNamesOf.ts';
import { usePlanSaving } from './usePlanSaving.ts';
import { FoldDetails, FoldTools, LargeTools } from './WindowTools.tsx';

/** The button that was pressed is none any more: the next key, to undo or to save, would go nowhere. */
const isFocusLost = (): boolean => document.activeElement?.matches('body, :disabled') !== false;

/** The plan with its tools: beside it on a desk, in sheets from below on a phone. */
export function PlanEditor({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id: eventId } = useEvent();
  const saving = usePlanSaving(session);
  const { state, read } = saving;
  const canvas = useRef<PlanCanvasHandle>(null);
  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [several, setSeveral] = useState(false);
  const namesOf = useNamesOf();
  const selected = state.selection.length > 0;
  const [dialog, setDialog] = useState<'grid' | 'number' | null>(null);
  const [folded, setFolded] = useState({ tools: false, details: false });
  const layout = useRef<HTMLDivElement>(null);
  const large = useLarge(layout);
  const onKeyDown = useEditorKeys(saving, large);
  const isIdle = state.gesture.type === 'idle';
  const committed = committedPlan(state);
  const overlaps = useMemo(() => overlapping(committed), [committed]);
  const [replaced, setReplaced] = useState<Plan | null>(null);
  // Once it is drawn: the canvas keeps a view within the plan that it knows.
  useEffect(() => {
    if (replaced !== null) canvas.current?.setViewport(wholePlan(replaced));
  }, [replaced]);

  function reveal(tableId: string): void {
    const table = read().plan.state.tables[tableId];
    if (table !== undefined) canvas.current?.reveal(table.position);
  }

  function openDialog(next: 'grid' | 'number'): void {
    setSheet(null);
    setDialog(next);
  }

  const palette = (
    <TemplatePalette
      editor={saving}
      session={session}
      canvas={canvas}
      onAdded={() => setSheet(null)}
      onGrid={() => openDialog('grid')}
    />
  );
  const list = <TableList editor={saving} several={several} overlaps={overlaps} onPicked={reveal} />;
  const details = selected ? (
    <TablePanel editor={saving} session={session} onNumber={() => openDialog('number')} />
  ) : (
    <PlanPanel editor={saving} session={session} onReplaced={setReplaced} />
  );
  return (
    <Page
      wide="plan"
      title={t(session.plan ? 'planEditor.title' : 'planEditor.titleNew')}
      subtitle={
        <span role="status">
          {t(
            saving.busy ? 'planEditor.saving' : saving.dirty ? 'planEditor.unsaved' : 'planEditor.unchanged',
          )}
        </span>
      }
      back={{ to: hrefs.session(eventId, session._id), label: format.title(session) }}
      actions={
        <>
          <Button component={Link} to={hrefs.plan(eventId, session._id)} variant="default">
            {t('planEditor.view')}
          </Button>
          <Button
            loading={saving.busy}
            disabled={!saving.dirty}
            onClick={() =>
              void saving.save().then((done) => done && isFocusLost() && canvas.current?.focus())
            }
          >
            {t('planEditor.save')}
          </Button>
        </>
      }
    >
      <EditorNotices saving={saving} frozen={!isIdle} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts of everything within, buttons and canvas */}
      <div
        ref={layout}
        className={classes.editor}
        data-large={large.isLarge || undefined}
        data-no-tools={folded.tools || undefined}
        data-no-details={folded.details || undefined}
        onKeyDown={onKeyDown}
      >
        {wide && !folded.tools && (
          <div className={classes.side}>
            {palette}
            {list}
          </div>
        )}
        <div className={classes.main}>
          <EditorToolbar
            editor={saving}
            canvas={canvas}
            several={several}
            onSeveral={setSeveral}
            onGrid={() => setDialog('grid')}
            onNumber={() => setDialog('number')}
            before={
              wide && (
                <FoldTools isFolded={folded.tools} onFold={(tools) => setFolded({ ...folded, tools })} />
              )
            }
            after={
              <>
                <LargeTools {...{ saving, large }} />
                {wide && (
                  <FoldDetails
                    isFolded={folded.details}
                    onFold={(right) => setFolded({ ...folded, details: right })}
                  />
                )}
              </>
            }
          />
          <div className={classes.face}>
            <EditorCanvas
              ref={canvas}
              editor={saving}
              session={session}
              several={several}
              overlaps={overlaps}
              onKeyDown={onKeyDown}
            />
          </div>
          <Text component="p" className={classes.help}>
            {t('planEditor.canvasHelp')}
          </Text>
          {!wide && <SheetBar selected={selected} onOpen={setSheet} />}
        </div>
        {wide && !folded.details && <div className={classes.side}>{details}</div>}
      </div>
      <EditorSheet sheet={wide ? null : sheet} selected={selected} onClose={() => setSheet(null)}>
        {sheet === 'palette' ? palette : sheet === 'tableList' ? list : details}
      </EditorSheet>
      <ConfirmDialog
        opened={saving.asking.length > 0}
        title={t('planEditor.loseTitle', { count: saving.asking.length })}
        confirmLabel={t('planEditor.loseSave')}
        danger
        busy={saving.busy}
        onCancel={saving.stopAsking}
        onConfirm={() => void saving.save(true)}
      >
        {t('planEditor.loseText', { names: namesOf(saving.asking) })}
      </ConfirmDialog>
      {dialog === 'grid' && (
        <GridDialog
          editor={saving}
          isNew={!session.plan && state.past.length === 0}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'number' && <NumberDialog editor={saving} onClose={() => setDialog(null)} />}
      <LeaveGuard saving={saving} session={session} />
    </Page>
  );
}
