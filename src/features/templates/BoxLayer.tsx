import { NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { memo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  beginDraw,
  beginMove,
  beginResize,
  boxesOnPage,
  cancel,
  drag,
  drop,
  edit,
  nudge,
  remove,
  select,
  selectedBox,
  type EditedBox,
} from '#domain/templates/editor/model.ts';
import type { Handle, Point } from '#domain/templates/editor/geometry.ts';
import { newId } from '#data/newId.ts';
import { ownTouches } from '#ui/platform/ownTouches.ts';
import classes from './Templates.module.css';
import type { Boxes } from './useBoxEditor.ts';
import { useInHand } from './useInHand.ts';
import { useVariables } from './useVariables.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';

interface BoxLayerProps {
  kind: TemplateKind;
  boxes: Boxes;
  /** With a finger a drag on the ground scrolls, unless a box is to be drawn. */
  draws: boolean;
  onDrawn: () => void;
}

const HANDLES: readonly Handle[] = ['nw', 'ne', 'sw', 'se'];
const GUIDES = ['x', 'y'] as const;
/** Percent a key press. */
const STEP = 0.5;

/** The boxes over the page, for mouse, finger and keyboard. */
export function BoxLayer({ kind, boxes, draws, onDrawn }: BoxLayerProps) {
  const { t } = useTranslation();
  const { state, apply, read } = boxes;
  const area = useRef<HTMLDivElement>(null);
  /** The finger or mouse that moves or draws: what others do meanwhile is not meant. */
  const pointer = useRef<number>(null);
  useInHand(area, boxes);

  function pointOf({ clientX, clientY }: PointerEvent): Point {
    const rect = area.current?.getBoundingClientRect();
    if (rect === undefined || rect.width === 0) return { x: 0, y: 0 };
    return { x: ((clientX - rect.left) / rect.width) * 100, y: ((clientY - rect.top) / rect.height) * 100 };
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    // A second finger, or the hand that lies on the screen, takes nothing while the first one does.
    if (event.target.closest('[data-popup]') || read().gesture !== null) return;
    const at = pointOf(event);
    const id = event.target.closest<HTMLElement>('[data-box]')?.dataset['box'];
    const handle = event.target.closest<HTMLElement>('[data-handle]')?.dataset['handle'] as
      Handle | undefined;
    if (id !== undefined && handle !== undefined) apply((now) => beginResize(now, id, handle, at));
    else if (id !== undefined) apply((now) => beginMove(now, id, at));
    else if (draws || event.pointerType === 'mouse')
      apply((now) => beginDraw(now, at, newId(), event.altKey));
    else apply((now) => select(now, null));
    if (read().gesture === null) return;
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture?.(event.pointerId);
  }

  function onPointerMove(event: PointerEvent): void {
    if (read().gesture === null || event.pointerId !== pointer.current) return;
    const at = pointOf(event);
    // The pointer is held, so leaving the area has to be seen from where it is (TPL-23, TPL-24).
    const isOutside = at.x < 0 || at.y < 0 || at.x > 100 || at.y > 100;
    apply((now) => (isOutside ? cancel(now) : drag(now, at, event.altKey)));
  }

  function onPointerUp({ pointerId }: PointerEvent): void {
    if (pointerId !== pointer.current) return;
    const wasDrawing = read().gesture?.kind === 'draw';
    apply(drop);
    if (wasDrawing && read().selected !== null) onDrawn();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target instanceof Element && event.target.closest('[data-popup]')) return;
    const arrows: Record<string, readonly [number, number]> = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    };
    const arrow = arrows[event.key];
    if (arrow !== undefined && state.selected !== null) {
      event.preventDefault();
      apply((now) => nudge(now, arrow[0], arrow[1], event.shiftKey, event.altKey));
    }
  }

  const box = selectedBox(state);
  return (
    // The boxes are the controls; the ground takes the pointer, and has the list of boxes as its alternative.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div
      ref={area}
      className={classes.layer}
      data-draws={draws || undefined}
      data-testid="template-area"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={({ pointerId }) => pointerId === pointer.current && apply(cancel)}
      onKeyDown={onKeyDown}
    >
      {boxesOnPage(state).map((one) => (
        <BoxShape key={one.id} {...{ kind, apply, box: one, isSelected: one.id === state.selected }} />
      ))}
      {GUIDES.map((along) => (
        <i key={along} data-guide={along} />
      ))}
      {box !== null && box.pageIndex === state.page && state.gesture === null && (
        <BoxPopup kind={kind} box={box} boxes={boxes} label={t('templates.variable')} />
      )}
    </div>
  );
}

interface BoxShapeProps {
  kind: TemplateKind;
  box: EditedBox;
  isSelected: boolean;
  apply: Boxes['apply'];
}

/** Drawn anew only when it changes: hundreds stand still while one is moved. */
const BoxShape = memo(
  function BoxShape({ kind, box, isSelected, apply }: BoxShapeProps) {
    const { t } = useTranslation();
    const { nameOf } = useVariables(kind);
    const variable = nameOf(box.variableKey);
    const { x, y, width, height } = box;
    const place = { left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` };
    return (
      <div
        ref={ownTouches}
        className={classes.box}
        data-box={box.id}
        data-selected={isSelected || undefined}
        style={place}
      >
        <button
          type="button"
          className={classes.boxFace}
          aria-pressed={isSelected}
          aria-label={t('templates.boxName', { variable, x: Math.round(x), y: Math.round(y) })}
          onFocus={() => apply((now) => (now.gesture === null ? select(now, box.id) : now))}
        >
          <span>{variable}</span>
        </button>
        {isSelected &&
          HANDLES.map((handle) => <i key={handle} data-handle={handle} className={classes.handle} />)}
      </div>
    );
  },
  (a, b) => a.box === b.box && a.isSelected === b.isSelected && a.kind === b.kind,
);

interface BoxPopupProps {
  kind: TemplateKind;
  box: EditedBox;
  boxes: Boxes;
  label: string;
}

/** Wide enough for the names of variables; it stays on the page. */
const POPUP_WIDTH = '14rem';

/** What the selected box is bound to (TPL-18, TPL-20), right below it. */
function BoxPopup({ kind, box, boxes, label }: BoxPopupProps) {
  const { t } = useTranslation();
  const { options } = useVariables(kind);
  const isLow = box.y + box.height > 80;
  const vertical = isLow ? { bottom: `${100 - box.y}%` } : { top: `${box.y + box.height}%` };
  return (
    <div
      className={classes.popup}
      data-popup
      style={{ ...vertical, left: `max(0px, min(${box.x}%, 100% - ${POPUP_WIDTH}))` }}
    >
      <NativeSelect
        className={classes.popupSelect ?? ''}
        size="xs"
        aria-label={label}
        value={box.variableKey ?? ''}
        data={options}
        onChange={({ currentTarget: { value } }) =>
          boxes.apply((now) => edit(now, { variableKey: value || null }))
        }
      />
      <button
        type="button"
        className={classes.popupButton}
        aria-label={t('templates.removeBox')}
        onClick={() => boxes.apply(remove)}
      >
        <IconTrash size={16} aria-hidden />
      </button>
    </div>
  );
}
