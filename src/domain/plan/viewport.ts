import type { Plan } from '../documents/session.ts';
import { planWidth, type Point } from './geometry.ts';

/** What part of a plan is seen: the plan point in the middle of the view; zoom 1 shows the whole plan. */
export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}
/** Of the view, in CSS pixels. */
export interface Size {
  width: number;
  height: number;
  /** What lies over the edges of the view: the plan can be moved out from under it. */
  covered?: Edges;
}
export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Specification 2 §5. */
export const MIN_ZOOM = 1;
const MAX_ZOOM = 24;
/** Room around the plan for seats that stand over its edge, plan units. */
const EDGE = 3;

export const wholePlan = (plan: Plan): Viewport => ({ x: planWidth(plan) / 2, y: 50, zoom: MIN_ZOOM });

/** CSS pixels in a plan unit. */
export function scaleOf(plan: Plan, { width, height }: Size, { zoom }: Pick<Viewport, 'zoom'>): number {
  const fit = Math.min(width / (planWidth(plan) + 2 * EDGE), height / (100 + 2 * EDGE));
  return Math.max(0.01, fit) * zoom;
}

/** Within the zoom's range, and with the plan in sight: a plan cannot be lost. */
export function clampViewport(plan: Plan, size: Size, view: Viewport): Viewport {
  const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.zoom));
  const scale = scaleOf(plan, size, { zoom });
  const { left, top, right, bottom } = size.covered ?? NOTHING;
  return {
    x: clampAxis(view.x, planWidth(plan), size.width / scale, [left / scale, right / scale]),
    y: clampAxis(view.y, 100, size.height / scale, [top / scale, bottom / scale]),
    zoom,
  };
}

/** In the middle when all of it fits, else with no more than the edge beside it, and beside what covers the view. */
function clampAxis(at: number, length: number, seen: number, covered: readonly [number, number]): number {
  const slack = (seen - 2 * EDGE) / 2;
  const [least, most] = [slack - covered[0], length - slack + covered[1]];
  return Math.min(Math.max(most, length / 2), Math.max(Math.min(least, length / 2), at));
}

const NOTHING: Edges = { left: 0, top: 0, right: 0, bottom: 0 };

/** What something over the view takes from it: the largest part beside it is free. Both in CSS pixels of the window. */
export function coveredBy(view: Edges, over: Edges): Edges {
  const [width, height] = [view.right - view.left, view.bottom - view.top];
  const isBeside =
    over.right <= view.left || over.left >= view.right || over.bottom <= view.top || over.top >= view.bottom;
  if (isBeside || over.right <= over.left) return NOTHING;
  const parts = [
    { free: width * (over.top - view.top), edges: { ...NOTHING, bottom: view.bottom - over.top } },
    { free: width * (view.bottom - over.bottom), edges: { ...NOTHING, top: over.bottom - view.top } },
    { free: height * (over.left - view.left), edges: { ...NOTHING, right: view.right - over.left } },
    { free: height * (view.right - over.right), edges: { ...NOTHING, left: over.right - view.left } },
  ];
  return parts.reduce((best, part) => (part.free > best.free ? part : best)).edges;
}

/** The point in the middle of what is free of the view, zoomed in at least so far. */
export function revealing(plan: Plan, size: Size, view: Viewport, point: Point, zoom = MIN_ZOOM): Viewport {
  const next = clampViewport(plan, size, { ...point, zoom: Math.max(zoom, view.zoom) });
  const scale = scaleOf(plan, size, next);
  const { left, top, right, bottom } = size.covered ?? NOTHING;
  const at = { x: point.x + (right - left) / 2 / scale, y: point.y + (bottom - top) / 2 / scale };
  return clampViewport(plan, size, { ...at, zoom: next.zoom });
}

/** CSS pixels around what is in sight: a seat with its mark. */
const MARGIN = 40;

/** Whether the point is seen as it is, away from the edges and from what lies over the view. */
export function isInSight(plan: Plan, size: Size, view: Viewport, point: Point): boolean {
  const scale = scaleOf(plan, size, view);
  const { left, top, right, bottom } = size.covered ?? NOTHING;
  const [x, y] = [size.width / 2 + (point.x - view.x) * scale, size.height / 2 + (point.y - view.y) * scale];
  return (
    x >= left + MARGIN &&
    x <= size.width - right - MARGIN &&
    y >= top + MARGIN &&
    y <= size.height - bottom - MARGIN
  );
}

/** From a point of the view (CSS pixels from its top left) to plan units. */
export function pointOf(plan: Plan, size: Size, view: Viewport, { x, y }: Point): Point {
  const scale = scaleOf(plan, size, view);
  return { x: view.x + (x - size.width / 2) / scale, y: view.y + (y - size.height / 2) / scale };
}

/** Zooms by the factor so that what is under the point (CSS pixels) stays there. */
export function zoomAt(plan: Plan, size: Size, view: Viewport, factor: number, at: Point): Viewport {
  const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.zoom * factor));
  const before = pointOf(plan, size, view, at);
  const after = pointOf(plan, size, { ...view, zoom }, at);
  return clampViewport(plan, size, { x: view.x + before.x - after.x, y: view.y + before.y - after.y, zoom });
}

/** Moves the plan under the view by CSS pixels. */
export function panBy(plan: Plan, size: Size, view: Viewport, dx: number, dy: number): Viewport {
  const scale = scaleOf(plan, size, view);
  return clampViewport(plan, size, { ...view, x: view.x - dx / scale, y: view.y - dy / scale });
}
