import { useEffect, useRef, type RefObject } from 'react';
import type { Plan } from '#domain/documents/session.ts';
import { SEAT_RADIUS, type Point } from '#domain/plan/geometry.ts';
import { middleOf, radiusOf, seatsOnPlan, type SeatRef } from '#domain/plan/hit.ts';
import type { PlanCanvasHandle } from '../canvas/types.ts';
import type { Focus } from './seatingState.ts';

/** CSS pixels, the radius of a seat of what was found in a list: a finger can hit it. */
const FOUND_SEAT = 9;
/** What a card leaves of the plan on a phone, CSS pixels: with less, the page moves first. */
const LEAST_FREE = 200;

interface Sight {
  plan: Plan;
  focus: Focus;
  isCarrying: boolean;
  /** The card lies on the plan, which is as wide as the window then. */
  isCovered: boolean;
  canvas: RefObject<PlanCanvasHandle | null>;
  /** What tells of the pick, beside the plan or over it. */
  card: RefObject<HTMLElement | null>;
  /** Of the plan, to which the page scrolls. */
  face: RefObject<HTMLElement | null>;
}

/** What was picked comes into sight, beside the card that tells of it; what was looked for, so close that nobody overlooks it. */
export function useSight({ plan, focus, isCarrying, isCovered, canvas, card, face }: Sight): void {
  const last = useRef({ focus: null as Focus, isOver: false });
  useEffect(() => {
    const drawn = canvas.current;
    if (drawn === null) return;
    const hides = overOf(face.current, card.current);
    // The card of a phone stands at the foot of the window, whatever the plan does.
    if (hides !== null && hides < LEAST_FREE) face.current?.scrollIntoView({ block: 'start' });
    drawn.cover(card.current?.getBoundingClientRect() ?? null);
    const { focus: lastFocus, isOver } = last.current;
    last.current = { focus, isOver: hides !== null };
    // Whoever looked elsewhere before the move began is not led back.
    if (focus === lastFocus && !isOver && hides === null) return;
    if (focus === null || (focus.kind === 'table' && focus.isLeft === true)) return;
    const table = plan.state.tables[focus.kind === 'seat' ? focus.seat.tableId : focus.tableId];
    if (table === undefined) return;
    const point = focus.kind === 'seat' ? spotOf(plan, focus.seat)?.at : middleOf(table);
    if (point === undefined) return;
    const seat = SEAT_RADIUS * table.scale * drawn.scale();
    const { zoom } = drawn.viewport();
    // While the room is not measured yet, nothing is known of sizes.
    if (focus.isFound === true && seat > 0.1) drawn.reveal(point, zoom * Math.max(1, FOUND_SEAT / seat));
    else drawn.reveal(point);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each pick, not for each change of the plan
  }, [focus, isCarrying, isCovered]);
}

/** How much of the plan is above the card that lies over it, CSS pixels; null beside it. */
function overOf(face: HTMLElement | null, card: HTMLElement | null): number | null {
  const [room, over] = [face?.getBoundingClientRect(), card?.getBoundingClientRect()];
  if (room === undefined || over === undefined || over.left >= room.right || over.right <= room.left)
    return null;
  return over.top < room.bottom && over.bottom > room.top ? over.top - room.top : null;
}

/** Around what is looked at: a seat, or a table that was looked for. */
export function markOf(plan: Plan, focus: Focus): { at: Point; radius: number } | null {
  if (focus === null) return null;
  if (focus.kind === 'seat') return spotOf(plan, focus.seat);
  const table = plan.state.tables[focus.tableId];
  if (table === undefined || focus.isFound !== true) return null;
  return { at: middleOf(table), radius: radiusOf(table) };
}

export function spotOf(plan: Plan, { tableId, seatIndex }: SeatRef): { at: Point; radius: number } | null {
  const table = plan.state.tables[tableId];
  const at = table === undefined ? undefined : seatsOnPlan(table)[seatIndex];
  return table === undefined || at === undefined ? null : { at, radius: table.scale };
}
