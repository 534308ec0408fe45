import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { Plan } from '#domain/documents/session.ts';
import { seatAt, tableAt } from '#domain/plan/hit.ts';
import type { PlanCanvasHandle } from '../canvas/types.ts';
import type { DropTarget } from './seatingState.ts';
import type { SeatingDesk } from './useSeating.ts';

/** Plan units: a client is dropped near a seat, not on its very middle. */
const DROP_REACH = 1.5;
/** CSS pixels after which a press is a drag. */
const DRAG_SLOP = 6;

export interface GuestDrag {
  clientIds: readonly string[];
  /** In the window. */
  x: number;
  y: number;
  target: DropTarget | null;
}

/**
 * Who is dragged from the list to a seat or a table: by mouse, pen or finger, which the browser's own drag and drop
 * does not know. A finger that moves up or down scrolls the list; one that moves to the side takes whoever it is on.
 */
export function useGuestDrag(desk: SeatingDesk, plan: Plan, canvas: RefObject<PlanCanvasHandle | null>) {
  const [drag, setDrag] = useState<GuestDrag | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const wasDragged = useRef(false);
  const latest = useRef({ desk, plan });
  useEffect(() => {
    latest.current = { desk, plan };
  });
  useEffect(() => () => stop.current?.(), []);

  function targetAt(x: number, y: number): DropTarget | null {
    const point = canvas.current?.pointAt(x, y) ?? null;
    if (point === null) return null;
    const seat = seatAt(latest.current.plan, point, DROP_REACH);
    if (seat !== null) return { kind: 'seat', seat };
    const tableId = tableAt(latest.current.plan, point, DROP_REACH);
    return tableId === null ? null : { kind: 'table', tableId };
  }

  function begin(clientIds: readonly string[], down: PointerEvent): void {
    if (!desk.canEdit || down.button !== 0) return;
    stop.current?.();
    wasDragged.current = false;
    const isFinger = down.pointerType === 'touch';
    const hasGrip = down.target instanceof Element && down.target.closest('[data-grip]') !== null;
    const onMove = (event: globalThis.PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!wasDragged.current) {
        const way = isFinger && !hasGrip ? Math.abs(dx) : Math.hypot(dx, dy);
        if (way <= DRAG_SLOP) return;
        wasDragged.current = true;
      }
      event.preventDefault();
      setDrag({
        clientIds,
        x: event.clientX,
        y: event.clientY,
        target: targetAt(event.clientX, event.clientY),
      });
    };
    const end = (event: globalThis.PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      stop.current?.();
      if (event.type !== 'pointerup' || !wasDragged.current) return;
      const target = targetAt(event.clientX, event.clientY);
      if (target !== null) void latest.current.desk.drop(clientIds, target);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') stop.current?.();
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', onKey);
    stop.current = () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', onKey);
      stop.current = null;
      setDrag(null);
    };
  }

  return {
    drag,
    begin,
    /** The end of a drag is a click too: whether this one is. */
    isDragEnd(): boolean {
      const was = wasDragged.current;
      wasDragged.current = false;
      return was;
    },
  };
}
export type GuestDragging = ReturnType<typeof useGuestDrag>;
