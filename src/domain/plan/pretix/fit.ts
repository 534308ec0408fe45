import { turned } from '../editor/bounds.ts';
import type { Point } from '../geometry.ts';

/** Moves, turns (degrees, clockwise) and scales. */
export interface Pose {
  position: Point;
  rotation: number;
  scale: number;
}
export interface Fit extends Pose {
  /** The largest distance that remains. */
  error: number;
}

const mean = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** The pose that brings the points of `from` nearest to those of `to` (least squares); null for a single point. */
export function fitPose(from: readonly Point[], to: readonly Point[]): Fit | null {
  if (from.length < 2 || from.length !== to.length) return null;
  const [a, b] = [mean(from), mean(to)];
  let [dot, cross, length] = [0, 0, 0];
  for (const [index, { x, y }] of from.entries()) {
    const there = to[index] ?? b;
    const [px, py, qx, qy] = [x - a.x, y - a.y, there.x - b.x, there.y - b.y];
    dot += px * qx + py * qy;
    cross += px * qy - py * qx;
    length += px * px + py * py;
  }
  const scale = Math.hypot(dot, cross) / length;
  if (!Number.isFinite(scale) || scale === 0) return null;
  const rotation = (Math.atan2(cross, dot) * 180) / Math.PI;
  const middle = turned(a, rotation);
  const position = { x: b.x - middle.x * scale, y: b.y - middle.y * scale };
  const error = Math.max(
    ...from.map((point, index) => {
      const there = posed({ position, rotation, scale }, point);
      const wanted = to[index] ?? there;
      return Math.hypot(there.x - wanted.x, there.y - wanted.y);
    }),
  );
  return { position, rotation: degrees(rotation), scale, error };
}

function posed({ position, rotation, scale }: Pose, point: Point): Point {
  const { x, y } = turned(point, rotation);
  return { x: position.x + x * scale, y: position.y + y * scale };
}

/** From 0 to 360. */
const degrees = (angle: number): number => ((angle % 360) + 360) % 360;
