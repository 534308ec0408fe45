import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Plan } from '#domain/documents/session.ts';
import {
  clampViewport,
  coveredBy,
  pointOf,
  wholePlan,
  zoomAt,
  type Edges,
  type Size,
  type Viewport,
} from '#domain/plan/viewport.ts';
import type { Point } from '#domain/plan/geometry.ts';

export interface PlanView {
  size: Size;
  view: Viewport;
  /** The newest view: several gestures may come before React draws one. */
  read: () => { plan: Plan; size: Size; view: Viewport };
  change: (next: (plan: Plan, size: Size, view: Viewport) => Viewport) => void;
  cover: (over: Edges | null) => void;
  toPlan: (screen: Point) => Point;
}

/** Size and viewport of the canvas in its box. */
export function usePlanView(
  plan: Plan,
  box: RefObject<HTMLDivElement | null>,
  onViewport: ((view: Viewport) => void) | undefined,
): PlanView {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<Viewport>(() => wholePlan(plan));
  const latest = useRef({ plan, size, view, onViewport });
  useLayoutEffect(() => {
    Object.assign(latest.current, { plan, size, onViewport });
  }, [plan, size, onViewport]);

  const read = useCallback(() => latest.current, []);
  const change = useCallback<PlanView['change']>((next) => {
    const now = latest.current;
    const wanted = clampViewport(now.plan, now.size, next(now.plan, now.size, now.view));
    now.view = wanted;
    setView(wanted);
    now.onViewport?.(wanted);
  }, []);
  const toPlan = useCallback(
    (screen: Point) => pointOf(latest.current.plan, latest.current.size, latest.current.view, screen),
    [],
  );

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const next = { ...latest.current.size, width: element.clientWidth, height: element.clientHeight };
      latest.current.size = next;
      setSize(next);
      change((_plan, _size, current) => current);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, change]);

  const cover = useCallback(
    (over: Edges | null) => {
      const element = box.current;
      if (element === null) return;
      const { width, height } = latest.current.size;
      const covered = over === null ? {} : { covered: coveredBy(element.getBoundingClientRect(), over) };
      const next = { width, height, ...covered };
      latest.current.size = next;
      setSize(next);
      change((_plan, _size, current) => current);
    },
    [box, change],
  );

  // React's own wheel listener is passive: the page would zoom or scroll along.
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const rect = element.getBoundingClientRect();
      const at = { x: event.clientX - rect.left, y: event.clientY - rect.top };
      // Firefox counts lines; a trackpad's pinch comes as small steps with Ctrl.
      const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
      const factor = Math.exp(-step * (event.ctrlKey ? 0.01 : 0.0016));
      change((planNow, sizeNow, current) => zoomAt(planNow, sizeNow, current, factor, at));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [box, change]);

  return { size, view, read, change, cover, toPlan };
}
