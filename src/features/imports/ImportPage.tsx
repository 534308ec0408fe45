import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import type { ImportOutcome } from '#domain/work/importClients.ts';
import type { TakenBack } from '#domain/work/importLeft.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useBackTo, WithTarget } from '#hooks/data/target.tsx';
import { useUndoable } from '#hooks/data/undoable.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { LeaveQuestion } from '#hooks/platform/LeaveQuestion.tsx';
import { holdingTab } from '#hooks/platform/useLeaving.ts';
import { detailOf, useErrorText } from '#hooks/words/errorText.ts';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { UndoNote } from '#ui/components/UndoNote.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { FilePicker } from './FilePicker.tsx';
import { ImportDone } from './ImportDone.tsx';
import { ImportPlan } from './ImportPlan.tsx';
import { ImportRunning } from './ImportRunning.tsx';
import { LeftHere, LeftNote, useLeft } from './useLeft.tsx';
import { SkippedRows } from './SkippedRows.tsx';
import { useImport } from './useImport.ts';
import classes from './Import.module.css';

/**
 * Clients from a file, into the event's sessions (specification 1 §2, "Client import"). Serves the routes of the event
 * and of a session.
 */
export function ImportPage() {
  const { t } = useTranslation();
  const { id } = useEvent();
  return (
    <WithTarget nowhere={t('imports.noSession')} above={<LeftHere key={id} />}>
      {(open, preset) => <Import key={id} open={open} preset={preset} />}
    </WithTarget>
  );
}

/** Rows that were pasted elsewhere, and have more columns than are taken there. */
const pastedOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'pasted' in state && typeof state.pasted === 'string'
    ? state.pasted
    : null;

interface Running {
  done: number;
  total: number;
  stop: () => void;
}

function Import({ open, preset }: { open: readonly Session[]; preset: Session | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const back = useBackTo(preset);
  const [running, setRunning] = useState<Running | null>(null);
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const frozen = running !== null || outcome !== null;
  const plan = useImport({ preset, open, language: format.language, frozen });
  const pasted = pastedOf(useLocation().state);
  const readPasted = useEffectEvent(() => {
    if (pasted !== null) plan.source.choose(new File([pasted], t('imports.pasted'), { type: 'text/csv' }));
  });
  useEffect(() => readPasted(), []);
  const { remember, undoable, undo, forget, busy: undoing, progress, stop } = useUndoable();
  const { run } = useAction();
  const left = useLeft();
  const errorText = useErrorText();
  const pageTop = useRef<HTMLDivElement>(null);

  async function save(): Promise<void> {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const { ready, updates } = plan.summary;
    const total = ready.length + updates.length;
    setRunning({ done: 0, total, stop });
    pageTop.current?.scrollIntoView();
    notify.hide('import-failed');
    let back: TakenBack | null | undefined;
    // A tab that ends takes the import with it: whoever closes it is asked, from whichever page.
    const result = await run(
      () =>
        holdingTab(() =>
          repository.importClients(ready, {
            signal: controller.signal,
            update: updates,
            onProgress: (done, of) => setRunning({ done: Math.floor((done / of) * total), total, stop }),
            onTakenBack: (what) => (back = what),
          }),
        ),
      (failure) => {
        // Nothing had been written by then: why says all.
        if (back === undefined) return false;
        const why = `${t('imports.failed')} ${errorText(failure)}`;
        notify.error(
          `${why} ${left.wordsOf(back, failure.code === 'forbidden')}`,
          'import-failed',
          detailOf(failure),
        );
        return true;
      },
    );
    setRunning(null);
    left.look();
    if (result === null) return;
    if (result.canceled) {
      notify.info(`${t('imports.canceled')} ${left.wordsOf(result.back)}`);
      return;
    }
    const { created, updated } = result;
    void remember(result.undo, { kind: 'import', created, updated });
    setOutcome(result);
    void sync.syncNow(id);
  }

  const only = preset ?? open.find(({ _id }) => _id === plan.settings.sessionIds[0]);
  const next =
    only === undefined || plan.settings.sessionIds.length > 1
      ? { to: hrefs.event(id), label: t('imports.openEvent') }
      : { to: hrefs.session(id, only._id), label: t('imports.openSession') };
  return (
    <div ref={pageTop}>
      <Page
        title={t('imports.title')}
        back={back}
        subtitle={<span className={classes.lead}>{t('imports.lead')}</span>}
      >
        {running === null && <LeftNote left={left} />}
        <LeaveQuestion
          isDirty={() => plan.worked && !frozen}
          title={t('imports.leaveTitle')}
          text={t('imports.leaveText')}
        />
        {running !== null ? (
          <ImportRunning done={running.done} total={running.total} onCancel={running.stop} />
        ) : outcome !== null ? (
          <ImportDone
            {...outcome}
            skipped={plan.left.length}
            rows={plan.rowCount}
            skippedRows={
              <SkippedRows
                headers={plan.table?.headers ?? []}
                rows={plan.left}
                fileName={plan.file?.name ?? ''}
              />
            }
            next={next}
            onAnother={() => {
              setOutcome(null);
              plan.reset();
            }}
          />
        ) : plan.file === null ? (
          <>
            {undoable !== null && (
              <div className={classes.undo}>
                <UndoNote
                  label={undoable.label}
                  busy={undoing}
                  progress={progress}
                  onStop={stop}
                  onUndo={() => void undo()}
                  onDismiss={forget}
                />
              </div>
            )}
            <FilePicker {...plan.source} onChoose={plan.source.choose} />
          </>
        ) : (
          <ImportPlan plan={plan} open={open} onSave={() => void save()} />
        )}
      </Page>
    </div>
  );
}
