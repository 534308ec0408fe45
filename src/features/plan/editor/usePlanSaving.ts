import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canonical } from '#domain/canonical.ts';
import type { Plan, Session } from '#domain/documents/session.ts';
import { cancelled, commit, committedPlan, select, startEditor } from '#domain/plan/editor/model.ts';
import { lostPlaces, planProblems } from '#domain/plan/editor/problems.ts';
import { withOwnIds } from '#domain/plan/editor/tables.ts';
import { defaultPlan } from '#domain/plan/editor/templates.ts';
import { changedByBoth, goOnWith, layOver, stillApart, takeTables } from '#domain/plan/editor/together.ts';
import { planVersion } from '#domain/plan/parts.ts';
import { tableLabel } from '#domain/sessions/placement.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { useDraft } from '#hooks/data/draft.ts';
import { notify } from '#ui/components/notify.tsx';
import { useEditorState, type Editor } from './useEditorState.ts';

/** What somebody else has saved meanwhile, where it is not what stands here: saving would replace it. */
export interface Overruled {
  theirs: Plan;
  /** Tables that both have changed, and not alike. */
  tableIds: readonly string[];
  /** What people call them. */
  labels: readonly string[];
}

export interface PlanSaving extends Editor {
  dirty: boolean;
  /** Something of somebody's is lost without a save: not the plan that a session without one begins with. */
  worked: boolean;
  busy: boolean;
  /** A draft of an earlier visit is shown. */
  restored: boolean;
  /** An earlier visit left unsaved work, and the plan was saved since: to be laid over it, or dropped. */
  outdated: boolean;
  takeOutdated: () => void;
  dropOutdated: () => void;
  overruled: Overruled | null;
  /** Those tables as the other has them. */
  takeTheirs: () => void;
  /** Who lost their place by the last save. */
  cleared: readonly string[];
  /** Who would lose their place; the plan was not saved, and waits for `save(true)`. */
  asking: readonly string[];
  stopAsking: () => void;
  /** False when it was not saved. */
  save: (sure?: boolean) => Promise<boolean>;
  /** Back to the plan as it is stored. */
  reset: () => void;
  /** Leaves what is not saved behind. */
  forget: () => void;
}

/** As it is stored, or the first one. */
const toEdit = (plan: Session['plan']): Plan => withOwnIds(plan ?? defaultPlan(), Math.random());

/** Of the tables that both have changed, those that are still as nobody but this one has them: undo may have gone back. */
function overruledBy(both: Omit<Overruled, 'labels'> | null, mine: Plan): Overruled | null {
  if (both === null) return null;
  const { theirs } = both;
  const tableIds = stillApart(both.tableIds, mine, theirs);
  const labels = tableIds.map((id) => tableLabel(id, theirs.state.tables[id] ?? mine.state.tables[id]));
  return tableIds.length === 0 ? null : { theirs, tableIds, labels };
}

/** The working plan with all that keeps it: draft, save, auto-save (readings, no. 10). */
export function usePlanSaving(session: Session): PlanSaving {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const held = useLive((store) => store.withHeldPlaces(session._id)) ?? session;
  const { busy, run } = useAction();
  const [start, setStart] = useState(() => toEdit(session.plan));
  const version = useMemo(() => planVersion(session.plan), [session.plan]);
  const [basis, setBasis] = useState(version);
  const [saved, setSaved] = useState<Plan | null>(session.plan ? start : null);
  const [cleared, setCleared] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState<readonly string[]>([]);
  const [bothChanged, setBothChanged] = useState<Omit<Overruled, 'labels'> | null>(null);
  const draft = useDraft<Plan>(`plan-${session._id}`, basis, saved ?? start);
  const editor = useEditorState(draft.value);
  const { read, apply } = editor;
  const plan = committedPlan(editor.state);
  const dirty = plan !== saved;
  // The plan that a session without one begins with is nobody's work.
  const worked = dirty && (saved !== null || plan !== start);
  const overruled = overruledBy(bothChanged, plan);
  const saving = useRef(false);
  const written = useRef<Plan | null>(null);

  // What is committed goes into the draft; the first one is there already.
  const drafted = useRef(plan);
  const keepDraft = useEffectEvent((next: Plan) => draft.change(next));
  const forget = useEffectEvent(() => draft.discard());
  useEffect(() => {
    if (drafted.current === plan) return;
    drafted.current = plan;
    if (plan === saved) forget();
    else keepDraft(plan);
  }, [plan, saved]);

  const write = useCallback(
    async (next: Plan, since: string) => {
      saving.current = true;
      written.current = next;
      const result = await run(() => repository.savePlan(session._id, next, since));
      saving.current = false;
      return result;
    },
    [repository, run, session._id],
  );
  async function save(sure = false): Promise<boolean> {
    const next = committedPlan(read());
    if (saving.current || planProblems(next).length > 0) return false;
    const lost = lostPlaces(held, next);
    setAsking(sure ? [] : lost);
    if (lost.length > 0 && !sure) return false;
    const result = await write(next, basis);
    written.current = null;
    if (result === null) return false;
    draft.discard();
    drafted.current = next;
    setSaved(next);
    setBasis(planVersion(next));
    setBothChanged(null);
    setCleared(result.cleared);
    notify.success(t('plan_update.save_success'));
    return true;
  }

  const changedElsewhere = version !== basis && !busy;
  const idle = editor.state.gesture.type === 'idle';
  const goOn = useEffectEvent((stored: Plan) => {
    setBasis(version);
    // One's own, which comes back before it is known to be saved.
    if (written.current !== null && canonical(stored) === canonical(written.current)) {
      setSaved(written.current);
      return;
    }
    const theirs = toEdit(stored);
    const begun = saved ?? start;
    const before = stillApart(overruled?.tableIds ?? [], plan, theirs);
    const tableIds = [...new Set([...before, ...changedByBoth(begun, plan, theirs)])];
    apply((now) => goOnWith(now, begun, theirs));
    // There is no draft of what was not changed here.
    if (!dirty) drafted.current = theirs;
    setSaved(theirs);
    setBothChanged({ theirs, tableIds });
    if (tableIds.length === 0) notify.info(t(dirty ? 'planEditor.together' : 'planEditor.theirsShown'));
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the editor's own state follows the store's
    if (changedElsewhere && idle && session.plan) goOn(session.plan);
  }, [changedElsewhere, idle, session.plan]);

  const tick = useEffectEvent(() => {
    // Nobody's table is replaced without anybody having said so.
    if (dirty && !changedElsewhere && overruled === null && read().gesture.type === 'idle') void save(true);
  });
  const { autoSave, autoSaveDelay } = session;
  useEffect(() => {
    if (!autoSave) return undefined;
    const timer = setInterval(() => tick(), autoSaveDelay * 1000);
    return () => clearInterval(timer);
  }, [autoSave, autoSaveDelay]);

  return {
    ...editor,
    ...{ dirty, worked, busy, cleared, asking, save, overruled },
    restored: draft.restored,
    takeTheirs() {
      if (overruled === null) return;
      const { theirs, tableIds } = overruled;
      apply((now) => {
        const before = cancelled(now);
        return select(commit(before, takeTables(before.plan, theirs, tableIds)), before.selection);
      });
    },
    // What is stored by now is no unsaved work.
    outdated: draft.outdated !== null && canonical(draft.outdated.value) !== canonical(session.plan),
    takeOutdated() {
      if (draft.outdated === null) return;
      const { begun, value } = draft.outdated;
      const theirs = saved ?? start;
      apply((now) => {
        const before = cancelled(now);
        return select(commit(before, layOver(begun, value, before.plan)), []);
      });
      setBothChanged({ theirs, tableIds: changedByBoth(begun, value, theirs) });
      draft.dropOutdated();
    },
    dropOutdated: draft.dropOutdated,
    stopAsking: () => setAsking([]),
    reset() {
      const stored = toEdit(session.plan);
      draft.discard();
      drafted.current = stored;
      setStart(stored);
      setBothChanged(null);
      setSaved(session.plan ? stored : null);
      setBasis(version);
      apply(() => startEditor(stored));
    },
    forget: () => draft.discard(),
  };
}
