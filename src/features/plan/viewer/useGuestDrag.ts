import { useEffect, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import type { Plan } from '#domain/documents/session.ts';
import { seatAt, tableAt } from '#domain/plan/hit.ts';
import { followPointer } from '../canvas/followPointer.ts';
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
    if (!desk.canEdit || down.button !== 0 || !down.isPrimary) return;
    stop.current?.();
    wasDragged.current = false;
    const isFinger = down.pointerType === 'touch';
    const hasGrip = down.target instanceof Element && down.target.closest('[data-grip]') !== null;
    stop.current = followPointer(down, {
      move(event) {
        if (!wasDragged.current) {
          const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
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
      },
      end(event) {
        setDrag(null);
        if (event === null || !wasDragged.current) return;
        const target = targetAt(event.clientX, event.clientY);
        if (target !== null) void latest.current.desk.drop(clientIds, target);
      },
    });
  }

  return {
    drag,
    begin,
    /** The end of a drag is a click too: whether this one is. Keys click without a pointer. */
    isDragEnd({ detail }: MouseEvent): boolean {
      const was = wasDragged.current && detail > 0;
      wasDragged.current = false;
      return was;
    },
  };
}
export type GuestDragging = ReturnType<typeof useGuestDrag>;
