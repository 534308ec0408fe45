import { z } from 'zod';

/*
 * The public seating plan format of the ticket shop pretix (`seating-plan.schema.json`). Lengths are pixels. Positions
 * of zones are on the plan, of rows and areas within their zone, of seats within their row. Read more widely than it is
 * written: older files have no shapes and no size, other programs write numbers where the schema wants texts.
 */

/** Pixels; what lies beyond is no place in a hall, and would make everything else a point. */
const FARTHEST = 1_000_000;
const coordinate = z.number().min(-FARTHEST).max(FARTHEST);
const position = z.object({ x: coordinate, y: coordinate });
const word = z.union([z.string(), z.number().transform(String)]);
const length = z.number().min(0).max(FARTHEST);

const seat = z.object({
  seat_guid: word,
  seat_number: word,
  position,
  category: z.string().nullish(),
  /** 10 unless given. */
  radius: length.nullish(),
  /** For booking in order. */
  start_direction: z.string().nullish(),
});
const row = z.object({
  row_number: word,
  /** How the row is called in texts; `%s` stands for its number. */
  row_label: z.string().nullish(),
  position: position.default({ x: 0, y: 0 }),
  seats: z.array(seat),
});
const area = z.object({
  shape: z.string().nullish(),
  color: z.string().nullish(),
  /** Degrees, clockwise about `position`. */
  rotation: z.number().nullish(),
  /** A rectangle's upper left corner; of every other shape the middle. */
  position,
  rectangle: z.object({ width: length, height: length }).nullish(),
  circle: z.object({ radius: length }).nullish(),
  ellipse: z.object({ radius: position }).nullish(),
  polygon: z.object({ points: z.array(position) }).nullish(),
  text: z.union([z.object({ text: z.string() }), z.string().transform((text) => ({ text }))]).nullish(),
  /** Of rectangles, in the first version of the format. */
  width: length.nullish(),
  height: length.nullish(),
});
const zone = z.object({
  name: z.string().nullish(),
  position: position.default({ x: 0, y: 0 }),
  rows: z.array(row),
  areas: z.array(area).nullish(),
});
export const pretixPlan = z.object({
  name: z.string().default(''),
  categories: z.array(z.object({ name: z.string(), color: z.string().nullish() })).default([]),
  zones: z.array(zone),
  size: z.object({ width: length, height: length }).nullish(),
});

export type PretixPlan = z.infer<typeof pretixPlan>;
export type PretixZone = z.infer<typeof zone>;
export type PretixRow = z.infer<typeof row>;
export type PretixArea = z.infer<typeof area>;

export const DEFAULT_RADIUS = 10;
/** Pixels. What is smaller has no size: dividing by it would leave the range of numbers. */
export const LEAST_SIZE = 0.01;
