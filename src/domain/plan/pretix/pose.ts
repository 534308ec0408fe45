import type { PlanTable } from '../../documents/session.ts';
import { MIN_SCALE, round } from '../editor/tables.ts';
import { outlineOf, SEAT_RADIUS, seatPoints, type Point } from '../geometry.ts';
import { toTable } from '../hit.ts';
import type { Ground } from './areas.ts';
import { fitPose, type Pose } from './fit.ts';

/** A seat as it is to be, in plan units. */
export interface WantedSeat {
  at: Point;
  radius: number;
}
type Form = Pick<PlanTable, 'type' | 'image'>;
type Placed = Pick<PlanTable, 'type' | 'image' | 'position' | 'rotation' | 'scale' | 'seats' | 'seatProps'>;

/** Plan units that nobody sees. */
const TOLERANCE = 0.03;
/** Of radii, which the format knows as whole pixels. */
const ROUGHLY = 0.04;

/**
 * The table whose seats lie exactly there: without seats put by hand where one of Foyer's own forms fits, else with.
 * `ground` is what is drawn beneath the seats; without it the table is nothing but a row. `fileIndex` is of a
 * picture that does not exist: a frame of any size.
 */
export function tableAround(seats: readonly WantedSeat[], ground: Ground | null, fileIndex: number): Placed {
  const radius = median(seats.map((seat) => seat.radius));
  const form = formFor(ground, seats.length, radius, fileIndex);
  const own = seatPoints({ ...form, seats: seats.length });
  const pose = poseOf(
    form,
    own,
    seats.map(({ at }) => at),
    radius,
    ground,
  );
  const placed = { ...form, ...pose, seats: seats.length };
  const props = seats.map(({ at, radius: wanted }, index) => {
    const here = own[index] ?? at;
    const { x, y } = toTable(placed, at);
    const by = { x: round(x - here.x), y: round(y - here.y) };
    const moved = Math.hypot(by.x, by.y) * pose.scale > TOLERANCE;
    const scale = round(wanted / (SEAT_RADIUS * pose.scale));
    const scaled = Math.abs(scale - 1) > ROUGHLY;
    return moved || scaled
      ? { ...(moved ? { position: by } : {}), ...(scaled ? { scale: Math.max(MIN_SCALE, scale) } : {}) }
      : null;
  });
  return props.some((prop) => prop !== null) ? { ...placed, seatProps: props } : placed;
}

function formFor(ground: Ground | null, seats: number, radius: number, fileIndex: number): Form {
  if (ground === null) return { type: 'single' };
  if (ground.shape === 'circle') return { type: 'circle' };
  if (ground.shape === 'halfCircle') return { type: 'semicircle' };
  const own = outlineOf({ type: 'rectangle', seats });
  if (own.shape === 'rectangle') {
    const [across, down] = [ground.width / own.width, ground.height / own.height];
    if (Math.abs(across / down - 1) < ROUGHLY) return { type: 'rectangle' };
  }
  const scale = seats === 0 ? 1 : Math.max(MIN_SCALE, radius / SEAT_RADIUS);
  const side = (length: number): number => Math.max(0.01, round(length / scale));
  return { type: 'image', image: { fileIndex, width: side(ground.width), height: side(ground.height) } };
}

function poseOf(
  form: Form,
  own: readonly Point[],
  wanted: readonly Point[],
  radius: number,
  ground: Ground | null,
): Pose {
  const scale = ground === null ? null : groundScale(form, own.length, ground);
  const fit = fitPose(own, wanted);
  if (fit !== null && fit.error < TOLERANCE && fit.scale >= MIN_SCALE) {
    const seat = radius / (SEAT_RADIUS * fit.scale);
    const like = scale === null ? seat > 0.6 && seat < 1.7 : Math.abs(fit.scale / scale - 1) < ROUGHLY;
    if (like && form.type !== 'image') return rounded(fit);
  }
  const [first = { x: 0, y: 0 }] = wanted;
  const position = ground?.centre ?? first;
  const rotation = ground?.rotation ?? fit?.rotation ?? 0;
  return rounded({ position, rotation, scale: Math.max(MIN_SCALE, scale ?? radius / SEAT_RADIUS) });
}

/** How large the form must be to cover the ground; null where the seats say it. */
function groundScale(form: Form, seats: number, ground: Ground): number | null {
  if (form.type === 'image') return seats === 0 ? 1 : null;
  const outline = outlineOf({ ...form, seats });
  if (outline.shape === 'none') return null;
  return outline.shape === 'rectangle' ? ground.width / outline.width : ground.radius / outline.radius;
}

const rounded = ({ position: { x, y }, rotation, scale }: Pose): Pose => ({
  position: { x: round(x), y: round(y) },
  rotation: round(rotation) % 360,
  scale: Math.round(scale * 10_000) / 10_000,
});

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? SEAT_RADIUS;
}
