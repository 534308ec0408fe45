import { useCallback, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Circle } from 'react-konva';
import type { Plan, Session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { seatKey } from '#domain/sessions/seating.ts';
import { SEAT_RADIUS, type Point } from '#domain/plan/geometry.ts';
import type { SeatRef } from '#domain/plan/hit.ts';
import { usePlanBackground } from '#hooks/files/planBackground.ts';
import { usePlanPictures } from '#hooks/files/planPictures.ts';
import { usePaperScheme } from '#ui/platform/usePaperScheme.ts';
import { paletteOf } from '../canvas/palette.ts';
import { PlanCanvas } from '../canvas/PlanCanvas.tsx';
import type { PlanCanvasHandle, PlanPointer } from '../canvas/types.ts';
import classes from './Plan.module.css';
import type { GuestDrag } from './useGuestDrag.ts';
import type { SeatColours } from './useSeatColours.ts';
import type { SeatingDesk } from './useSeating.ts';
import type { useSeatLooks } from './useSeatLooks.ts';
import { markOf, spotOf, useSight } from './useSight.ts';

interface PlanFaceProps {
  desk: SeatingDesk;
  session: Session;
  plan: Plan;
  looks: ReturnType<typeof useSeatLooks>;
  canvas: RefObject<PlanCanvasHandle | null>;
  /** What tells of the pick, beside the plan or over it. */
  card: RefObject<HTMLElement | null>;
  /** What seats are coloured by; null for their state. */
  colours: SeatColours | null;
  /** Who is dragged in from the list. */
  dropping: GuestDrag | null;
  /** What lies on the plan, in its corner. */
  over: ReactNode;
  /** The buttons that zoom, where there is no room for them beside the plan. */
  tools: ReactNode;
}

/** Radius of a seat, CSS pixels: smaller ones cannot be hit with a finger; and as large as they are made then. */
const SMALLEST_SEAT = 8;
const FINGER_SEAT = 16;

/** The plan to tap on: pick a seat or table, drag who sits to another seat (a finger, once the seat was picked). */
export function PlanFace({
  desk,
  session,
  plan,
  looks,
  canvas,
  card,
  colours,
  dropping,
  over,
  tools,
}: PlanFaceProps) {
  const { t } = useTranslation();
  const background = usePlanBackground(session);
  const images = usePlanPictures(session, plan);
  const palette = paletteOf(usePaperScheme());
  const [drag, setDrag] = useState<{ clientId: string; at: Point; moved: boolean } | null>(null);
  const [hover, setHover] = useState<{ seat: SeatRef; at: Point } | null>(null);
  const focused = markOf(plan, desk.focus);
  const selected = desk.focus?.kind === 'table' ? new Set([desk.focus.tableId]) : NONE;

  const face = useRef<HTMLDivElement>(null);
  const isCarrying = desk.carry !== null;
  useSight({ plan, focus: desk.focus, isCarrying, isCovered: over != null, canvas, card, face });

  function onPointer(event: PlanPointer): boolean {
    switch (event.kind) {
      case 'down': {
        setHover(null);
        const clientId = event.seat === null ? null : desk.sitting(event.seat);
        // A finger on the plan pans it, also where somebody sits; who was picked goes along with it.
        const pans = event.pointerType === 'touch' && !isSame(event.seat, desk.focus);
        if (!desk.canEdit || clientId === null || pans || desk.carry !== null) {
          return false;
        }
        setDrag({ clientId, at: event.point, moved: false });
        return true;
      }
      case 'move':
        if (drag !== null) setDrag({ ...drag, at: event.point, moved: true });
        else setHover(event.seat === null ? null : { seat: event.seat, at: event.screen });
        return false;
      case 'up':
        setDrag(null);
        if (drag?.moved === true && !event.tap) {
          drop(drag.clientId, event);
        } else if (event.tap) {
          if (isTooSmall(event))
            canvas.current?.reveal(
              event.point,
              (canvas.current.viewport().zoom * FINGER_SEAT) / pixels(event),
            );
          else if (event.seat !== null) desk.pickSeat(event.seat);
          else if (event.tableId !== null) desk.pickTable(event.tableId);
          else if (desk.carry === null) desk.setFocus(null);
        }
        return false;
      case 'cancel':
        setDrag(null);
        return false;
      default:
        return event.kind satisfies never;
    }
  }
  /** Of the seat that was tapped, its radius in CSS pixels. */
  function pixels({ seat, unit }: PlanPointer): number {
    const scale = seat === null ? undefined : plan.state.tables[seat.tableId]?.scale;
    return scale === undefined ? Infinity : (SEAT_RADIUS * scale) / unit;
  }
  /** A finger covers several seats: the first tap comes closer, the next one picks. A table is meant by any of its seats. */
  const isTooSmall = (event: PlanPointer): boolean =>
    event.pointerType === 'touch' && pixels(event) < SMALLEST_SEAT && desk.carry?.kind !== 'swapTable';
  /** As from the list; who is let go at the own table stays on the seat. */
  function drop(clientId: string, { outside, seat, tableId }: PlanPointer): void {
    if (outside) return;
    if (seat !== null) void desk.place(clientId, placementAt(seat.tableId, seat.seatIndex));
    else if (tableId !== null && tableId !== String(desk.placeOf(clientId)?.tableId))
      void desk.drop([clientId], { kind: 'table', tableId });
  }

  const landing =
    dropping === null || dropping.target === null
      ? []
      : (desk.seatsFor(dropping.clientIds, dropping.target) ?? []);
  const letterAt = useCallback(
    (tableId: string, seatIndex: number) => colours?.groupAt(tableId, seatIndex)?.letter ?? '',
    [colours],
  );
  const colourAt = useCallback(
    (tableId: string, seatIndex: number) => colours?.groupAt(tableId, seatIndex)?.color ?? palette.occupied,
    [colours, palette],
  );
  const { seating } = desk;
  const standingColour = useCallback(
    (tableId: string) =>
      (seating.onTable.get(tableId) ?? []).map(
        ({ clientId }) => colours?.groupOf(clientId)?.color ?? palette.occupied,
      ),
    [seating, colours, palette],
  );

  const hovered = hover === null ? [] : looks.occupantOf(hover.seat.tableId, hover.seat.seatIndex);
  return (
    <div ref={face} className={classes.face} onPointerLeave={() => setHover(null)}>
      <PlanCanvas
        ref={canvas}
        plan={plan}
        background={background}
        images={images}
        label={t('seating.canvas')}
        seatLook={looks.seatLook}
        seatText={colours === null ? looks.seatText : letterAt}
        {...(colours === null ? {} : { seatColour: colourAt, standingColour })}
        selected={selected}
        tableNote={looks.tableNote}
        tableFree={looks.tableFree}
        standing={looks.standing}
        onPointer={onPointer}
        cursor={hover === null && drag === null ? undefined : 'pointer'}
      >
        {(unit) => (
          <>
            {focused !== null && (
              <>
                {/* A ring that is seen among hundreds of seats, on any ground. */}
                <Circle
                  {...focused.at}
                  radius={focused.radius + 7 * unit}
                  stroke={palette.ground}
                  strokeWidth={9 * unit}
                />
                <Circle
                  {...focused.at}
                  radius={focused.radius + 7 * unit}
                  stroke={palette.accent}
                  strokeWidth={4 * unit}
                />
              </>
            )}
            {landing.map((seat) => {
              const spot = spotOf(plan, seat);
              return (
                spot !== null && (
                  <Circle
                    key={seatKey(seat)}
                    {...spot.at}
                    radius={spot.radius}
                    fill={palette.source}
                    stroke={palette.onSource}
                    strokeWidth={2 * unit}
                  />
                )
              );
            })}
            {drag?.moved === true && (
              <Circle
                {...drag.at}
                radius={1.1}
                fill={palette.source}
                stroke={palette.onSource}
                strokeWidth={0.15}
              />
            )}
          </>
        )}
      </PlanCanvas>
      {hover !== null && drag === null && (
        <div className={classes.tip} style={{ left: hover.at.x, top: hover.at.y }} aria-hidden>
          {desk.names.place(hover.seat)}
          <b>{hovered.map((clientId) => desk.names.client(clientId)).join(', ') || t('seating.free')}</b>
        </div>
      )}
      <div data-screen-only>{over}</div>
      {tools}
    </div>
  );
}

const isSame = (seat: SeatRef | null, focus: SeatingDesk['focus']): boolean =>
  seat !== null && focus?.kind === 'seat' && seatKey(seat) === seatKey(focus.seat);

const NONE: ReadonlySet<string> = new Set();
