import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTable, Session } from '#domain/documents/session.ts';
import { move, press, release, type Grip } from '#domain/plan/editor/gestures.ts';
import { handleAt } from '#domain/plan/editor/handles.ts';
import { isLocked, movable } from '#domain/plan/editor/locks.ts';
import { cancelled, committedPlan, select, type EditorState } from '#domain/plan/editor/model.ts';
import { usePlanBackground } from '#hooks/files/planBackground.ts';
import { usePlanPictures } from '#hooks/files/planPictures.ts';
import { usePaperScheme } from '#ui/platform/usePaperScheme.ts';
import type { TableLook } from '../canvas/drawing.ts';
import { paletteOf } from '../canvas/palette.ts';
import { PlanCanvas } from '../canvas/PlanCanvas.tsx';
import type { PlanCanvasHandle, PlanPointer } from '../canvas/types.ts';
import classes from './Editor.module.css';
import { Handles } from './Handles.tsx';
import type { Editor } from './useEditorState.ts';

/** How near a pointer must be to a handle, CSS pixels. */
const REACH = { fine: 12, touch: 24 } as const;

interface EditorCanvasProps {
  ref: Ref<PlanCanvasHandle>;
  editor: Editor;
  session: Session;
  /** A tap adds to the selection, a finger draws a box: what Shift is for a mouse. */
  several: boolean;
  /** Tables in one another's way. */
  overlaps: ReadonlySet<string>;
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
}

/** The plan under the pointer. Gestures are decided by the domain; this tells it what the pointer is on. */
export function EditorCanvas({ ref, editor, session, several, overlaps, onKeyDown }: EditorCanvasProps) {
  const { t } = useTranslation();
  const { state, read, apply } = editor;
  const unit = useRef(1);
  const onUnit = useCallback((next: number) => {
    unit.current = next;
  }, []);
  const { accent } = paletteOf(usePaperScheme());
  const background = usePlanBackground(session);
  const images = usePlanPictures(session, state.plan);
  const selected = useMemo(() => new Set(state.selection), [state.selection]);
  const transient = useMemo(() => changedTables(state), [state]);

  function onPointer(event: PlanPointer): boolean {
    const { altKey, ctrlKey, shiftKey, zoom } = event;
    const keys = { additive: several || shiftKey || ctrlKey, free: altKey, zoom, outside: event.outside };
    switch (event.kind) {
      case 'down': {
        const target = targetOf(event, read(), unit.current);
        // A finger on the ground, or on what is locked, pans; a tap there clears the selection, or selects.
        if (isGround(target, read()) && event.pointerType === 'touch' && !several) return false;
        apply((before) => press(before, target, event.point, keys));
        return true;
      }
      case 'move':
        if (event.pressed) apply((before) => move(before, event.point, keys));
        return true;
      case 'up': {
        if (read().gesture.type !== 'idle') apply((before) => release(before, event.outside));
        else if (event.tap) {
          const target: Grip =
            event.tableId === null ? { type: 'ground' } : { type: 'table', tableId: event.tableId };
          apply((before) => release(press(before, target, event.point)));
        }
        return true;
      }
      case 'cancel':
        apply(cancelled);
        return true;
      default:
        return event.kind satisfies never;
    }
  }
  const { gesture } = state;
  const { tables } = state.plan.state;
  const going = gesture.type === 'moving' && gesture.outside ? movable(tables, state.selection).length : 0;
  const isPlacedOut = gesture.type === 'placing' && gesture.entered && gesture.outside;
  const tableLook = useCallback(
    (tableId: string): TableLook => (overlaps.has(tableId) ? 'troubled' : 'plain'),
    [overlaps],
  );
  return (
    <div className={classes.canvas} data-leaving={going > 0 || isPlacedOut || undefined}>
      {(going > 0 || isPlacedOut) && (
        <p role="status" className={classes.leaving}>
          {isPlacedOut ? t('planEditor.placingOut') : t('planEditor.leaving', { count: going })}
        </p>
      )}
      {overlaps.size > 0 && gesture.type === 'idle' && (
        <button
          type="button"
          className={classes.overlaps}
          onClick={() => apply((before) => select(before, [...overlaps]))}
        >
          <IconAlertTriangle size={18} aria-hidden />
          {t('planEditor.overlap', { count: overlaps.size })}
        </button>
      )}
      <PlanCanvas
        ref={ref}
        label={t('planEditor.canvas')}
        plan={committedPlan(state)}
        transient={transient}
        selected={selected}
        tableLook={tableLook}
        locks
        background={background}
        images={images}
        cursor="default"
        onPointer={onPointer}
        onKeyDown={onKeyDown}
      >
        {(size) => <Handles state={state} unit={size} onUnit={onUnit} accent={accent} />}
      </PlanCanvas>
    </div>
  );
}

const isGround = (target: Grip, { plan }: EditorState): boolean =>
  target.type === 'ground' || (target.type === 'table' && isLocked(plan.state.tables[target.tableId]));

function targetOf(event: PlanPointer, state: EditorState, unit: number): Grip {
  const reach = (event.pointerType === 'touch' ? REACH.touch : REACH.fine) * unit;
  const handle = handleAt(state, event.point, { unit, reach });
  if (handle !== null) return { type: handle };
  return event.tableId === null ? { type: 'ground' } : { type: 'table', tableId: event.tableId };
}

/** What the running gesture has changed so far. */
function changedTables({ plan, gesture }: EditorState): ReadonlyMap<string, PlanTable> | null {
  if (gesture.type === 'idle' || plan === gesture.mark.plan) return null;
  const { tables } = gesture.mark.plan.state;
  return new Map(Object.entries(plan.state.tables).filter(([id, table]) => tables[id] !== table));
}
