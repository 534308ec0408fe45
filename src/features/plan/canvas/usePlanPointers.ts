import { useEffect, useEffectEvent, useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import type { Point } from '#domain/plan/geometry.ts';
import { seatAt, tableAt } from '#domain/plan/hit.ts';
import { panBy, scaleOf, zoomAt } from '#domain/plan/viewport.ts';
import type { PlanCanvasProps, PlanPointer } from './types.ts';
import type { PlanView } from './usePlanView.ts';

/** CSS pixels that a tap may tremble. */
const TAP_SLOP = 6;
/** Half a finger, CSS pixels. */
const FINGER = 14;

interface Press {
  id: number;
  pointerType: PointerEvent['pointerType'];
  start: Point;
  moved: boolean;
  taken: boolean;
}

type Keys = Pick<PointerEvent, 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;
type Pointed = Keys & Pick<PointerEvent, 'pointerType'>;
const keysOf = ({ shiftKey, ctrlKey, metaKey, altKey }: Keys): Keys => ({
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
});
const NO_KEYS: Keys = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

/** Pointers on the canvas: one pans or belongs to the caller, two pinch. */
export function usePlanPointers(
  box: RefObject<HTMLDivElement | null>,
  { read, change, toPlan }: PlanView,
  onPointer: PlanCanvasProps['onPointer'],
) {
  const fingers = useRef(new Map<number, Point>());
  const press = useRef<Press | null>(null);

  function screenOf(event: Pick<PointerEvent, 'clientX' | 'clientY'>): Point {
    const rect = box.current?.getBoundingClientRect();
    return { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) };
  }
  function send(
    kind: PlanPointer['kind'],
    event: Pointed,
    screen: Point,
    { tap, look }: { tap: boolean; look: boolean },
  ): boolean {
    const { plan, size, view } = read();
    const point = toPlan(screen);
    const unit = 1 / scaleOf(plan, size, view);
    const reach = event.pointerType === 'touch' ? FINGER * unit : 0;
    const outside = screen.x < 0 || screen.y < 0 || screen.x > size.width || screen.y > size.height;
    return (
      onPointer?.({
        kind,
        point,
        screen,
        unit,
        zoom: view.zoom,
        seat: look ? seatAt(plan, point, reach) : null,
        tableId: look ? tableAt(plan, point, reach) : null,
        pressed: kind !== 'move' || press.current !== null,
        outside,
        tap,
        pointerType: event.pointerType,
        shiftKey: event.shiftKey,
        ctrlKey: event.ctrlKey || event.metaKey,
        altKey: event.altKey,
      }) === true
    );
  }
  const cancelPress = (event: Pointed, screen: Point): void => {
    if (press.current === null) return;
    press.current = null;
    send('cancel', event, screen, { tap: false, look: false });
  };
  const forget = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
    if (press.current?.id === event.pointerId) cancelPress(event, screenOf(event));
  };

  function pinch(id: number, to: Point): void {
    const other = [...fingers.current].find(([key]) => key !== id)?.[1];
    const from = fingers.current.get(id);
    if (other === undefined || from === undefined) return;
    const factor =
      Math.hypot(to.x - other.x, to.y - other.y) /
      Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
    const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
    change((plan, size, view) =>
      panBy(plan, size, zoomAt(plan, size, view, factor, middle), (to.x - from.x) / 2, (to.y - from.y) / 2),
    );
  }

  // What somebody drags ends with Escape, wherever the focus is, and nothing else does by the same key.
  const escape = useEffectEvent((event: KeyboardEvent): void => {
    const pressed = press.current;
    if (event.key !== 'Escape' || pressed?.taken !== true) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    cancelPress({ ...NO_KEYS, pointerType: pressed.pointerType }, pressed.start);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => escape(event);
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);

  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>): void {
      if (event.pointerType === 'mouse' && event.button > 1) return;
      const screen = screenOf(event);
      fingers.current.set(event.pointerId, screen);
      event.currentTarget.setPointerCapture(event.pointerId);
      if (fingers.current.size > 1) return cancelPress(event, screen);
      const { pointerId: id, pointerType } = event;
      press.current = { id, pointerType, start: screen, moved: false, taken: false };
      // The middle button only pans.
      if (event.button === 0) press.current.taken = send('down', event, screen, { tap: false, look: true });
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>): void {
      // Let go where nobody heard of it, such as in a menu of the browser.
      if (event.pointerType === 'mouse' && event.buttons === 0) forget(event);
      const screen = screenOf(event);
      const last = fingers.current.get(event.pointerId);
      const pressed = press.current;
      if (fingers.current.size > 1) {
        pinch(event.pointerId, screen);
      } else if (pressed === null) {
        if (last === undefined) send('move', event, screen, { tap: false, look: true });
      } else if (last !== undefined) {
        pressed.moved ||= Math.hypot(screen.x - pressed.start.x, screen.y - pressed.start.y) > TAP_SLOP;
        if (pressed.taken) send('move', event, screen, { tap: false, look: false });
        // The plan stays still while a tap trembles.
        else if (!pressed.moved) return;
        else change((plan, size, view) => panBy(plan, size, view, screen.x - last.x, screen.y - last.y));
      }
      if (last !== undefined) fingers.current.set(event.pointerId, screen);
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>): void {
      fingers.current.delete(event.pointerId);
      const pressed = press.current;
      if (pressed?.id !== event.pointerId) return;
      press.current = null;
      if (event.button === 0) send('up', event, screenOf(event), { tap: !pressed.moved, look: true });
    },
    onPointerCancel: forget,
    onContextMenu(event: MouseEvent<HTMLDivElement>): void {
      const pressed = press.current;
      if (pressed === null) return;
      // A finger that rested before it moves is no wish for a menu.
      if (pressed.pointerType === 'touch') event.preventDefault();
      else {
        fingers.current.delete(pressed.id);
        cancelPress({ ...keysOf(event), pointerType: pressed.pointerType }, screenOf(event));
      }
    },
  };
}
