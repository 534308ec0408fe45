import { useEffect, useRef, useState } from 'react';
import { scaleOf, type Size, type Viewport } from '#domain/plan/viewport.ts';
import type { Plan } from '#domain/documents/session.ts';

/** Drawn beyond each side of the view, as a share of it, so that a short pan needs no drawing. */
const MARGIN = 0.2;
/**
 * After the last movement the plan is drawn sharply, ms; and not before twice the time that drawing takes: a frame that draws
 * is no rest.
 */
const SETTLE_MS = 120;
/** While it moves, drawing anew for bare edges happens at most so often, ms. */
const REDRAW_MS = 400;
/** And takes at most this part of the time: a slow phone shows a bare edge for longer rather than stumble. */
const REDRAW_SHARE = 1 / 4;

export interface DrawnView {
  /** What the canvas shows: its size and where the plan's origin lies in it, CSS pixels; pixels in a plan unit. */
  width: number;
  height: number;
  x: number;
  y: number;
  scale: number;
  /** Lays the canvas so that it shows the view of now. */
  transform: string;
}

/**
 * Drawing 5,000 seats takes longer than a frame. So while the plan moves, the picture that is there is moved and
 * stretched; it is drawn anew when the movement rests, and before when its edge would show.
 */
export function useDrawnView(plan: Plan, size: Size, view: Viewport): DrawnView {
  const [{ drawn, at }, setDrawn] = useState({ drawn: view, at: 0 });
  const cost = useRef(0);
  const last = useRef(0);
  const scale = scaleOf(plan, size, drawn);
  const now = scaleOf(plan, size, view);
  // Whole pixels: between them, a picture at rest would be soft.
  const [padX, padY] = [Math.round(size.width * MARGIN), Math.round(size.height * MARGIN)];

  const bare =
    Math.abs(view.x - drawn.x) > (size.width / 2 + padX) / scale - size.width / 2 / now ||
    Math.abs(view.y - drawn.y) > (size.height / 2 + padY) / scale - size.height / 2 / now;
  const same = view.x === drawn.x && view.y === drawn.y && view.zoom === drawn.zoom;

  useEffect(() => {
    if (at === 0) return undefined;
    // Konva draws in the frame that comes: it is done when the one after that begins.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => (cost.current = performance.now() - at));
    });
    return () => cancelAnimationFrame(frame);
  }, [at]);

  useEffect(() => {
    if (same) return undefined;
    const settle = Math.max(SETTLE_MS, 2 * cost.current);
    const pause = Math.max(REDRAW_MS, cost.current / REDRAW_SHARE);
    const wait = bare ? Math.min(settle, pause - (performance.now() - at)) : settle;
    const timer = setTimeout(
      () => {
        // One that React has not taken back yet, for the frame is long: what it would draw is on its way.
        if (last.current !== at) return;
        last.current = performance.now();
        setDrawn({ drawn: view, at: last.current });
      },
      Math.max(0, wait),
    );
    return () => clearTimeout(timer);
  }, [view, same, bare, at]);

  const stretch = now / scale;
  const left = size.width / 2 - stretch * (size.width / 2 + padX) + (drawn.x - view.x) * now;
  const top = size.height / 2 - stretch * (size.height / 2 + padY) + (drawn.y - view.y) * now;
  return {
    width: size.width + 2 * padX,
    height: size.height + 2 * padY,
    x: size.width / 2 + padX - drawn.x * scale,
    y: size.height / 2 + padY - drawn.y * scale,
    scale,
    transform: `translate(${left}px, ${top}px) scale(${stretch})`,
  };
}
