import { turned } from '../editor/bounds.ts';
import type { Point } from '../geometry.ts';
import { hexColour } from './colours.ts';
import { LEAST_SIZE, type PretixArea } from './schema.ts';

/** What an area covers, around its middle, in the units of its positions. */
export interface Ground {
  shape: 'circle' | 'halfCircle' | 'rectangle';
  centre: Point;
  /** Degrees, clockwise. */
  rotation: number;
  /** Of circles and half circles; of a half circle, `centre` is the middle of its straight side. */
  radius: number;
  width: number;
  height: number;
  /** It had another form, and this is the box around it. */
  simplified: boolean;
  text: string;
  /** `#rrggbb`, or null where it has none that is understood. */
  color: string | null;
}

/** The area as one of the forms that tables have; null for writing without a ground, and for what has no size. */
export function groundOf(area: PretixArea): Ground | null {
  const found = formOf(area);
  if (found === null || !(found.width >= LEAST_SIZE) || !(found.height >= LEAST_SIZE)) return null;
  const rotation = area.rotation ?? 0;
  const { x, y } = turned(found.offset, rotation);
  return {
    ...found,
    rotation,
    centre: { x: area.position.x + x, y: area.position.y + y },
    text: textOf(area),
    color: area.color == null ? null : hexColour(area.color),
  };
}

export const textOf = ({ text }: PretixArea): string => text?.text.trim() ?? '';

interface Form extends Pick<Ground, 'shape' | 'radius' | 'width' | 'height' | 'simplified'> {
  /** From the area's position to the middle, before rotation. */
  offset: Point;
}
const NOWHERE: Point = { x: 0, y: 0 };

function formOf(area: PretixArea): Form | null {
  const { circle, ellipse, polygon } = area;
  const rectangle = area.rectangle ?? sizeOf(area);
  if (area.shape === 'text') return null;
  if (rectangle != null && (area.shape == null || area.shape === 'rectangle')) {
    const { width, height } = rectangle;
    const offset = { x: width / 2, y: height / 2 };
    return { shape: 'rectangle', width, height, offset, radius: 0, simplified: false };
  }
  if (area.shape === 'circle' && circle != null) return round(circle.radius, NOWHERE);
  if (area.shape === 'ellipse' && ellipse != null) {
    const { x, y } = ellipse.radius;
    if (Math.abs(x - y) <= 0.02 * Math.max(x, y)) return round((x + y) / 2, NOWHERE);
    return { shape: 'rectangle', width: 2 * x, height: 2 * y, offset: NOWHERE, radius: 0, simplified: true };
  }
  return area.shape === 'polygon' && polygon != null ? polygonForm(polygon.points) : null;
}

const sizeOf = ({ width, height }: PretixArea) =>
  width != null && height != null ? { width, height } : null;

const round = (radius: number, offset: Point): Form => ({
  ...{ shape: 'circle', offset, radius, width: 2 * radius, height: 2 * radius, simplified: false },
});

function polygonForm(points: readonly Point[]): Form | null {
  if (points.length < 3) return null;
  const radius = Math.max(...points.map(({ x, y }) => Math.hypot(x, y)));
  const near = 0.03 * radius;
  const isArc = points.every(({ x, y }) => y >= -near && Math.abs(Math.hypot(x, y) - radius) <= near);
  if (isArc && points.length >= 8) {
    return {
      ...{ shape: 'halfCircle', radius, width: 2 * radius, height: radius },
      ...{ offset: NOWHERE, simplified: false },
    };
  }
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const corners = points.every(
    ({ x, y }) =>
      (Math.abs(x - left) < 0.5 || Math.abs(x - right) < 0.5) &&
      (Math.abs(y - top) < 0.5 || Math.abs(y - bottom) < 0.5),
  );
  return {
    ...{ shape: 'rectangle', radius: 0, width: right - left, height: bottom - top },
    ...{ offset: { x: (left + right) / 2, y: (top + bottom) / 2 }, simplified: !corners },
  };
}
