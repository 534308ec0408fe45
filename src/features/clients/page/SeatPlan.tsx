import { useEffect, useMemo, useRef, type CSSProperties, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Placement, Plan, Session, SessionEntry } from '#domain/documents/session.ts';
import { occupantOf, placementAt, planLabel } from '#domain/sessions/placement.ts';
import { outlineOf, planWidth, SEAT_RADIUS, seatPoints } from '#domain/plan/geometry.ts';
import { useLive } from '#hooks/data/event.tsx';
import { fullName } from '#ui/words/format.ts';
import classes from './SeatPlan.module.css';

interface SeatPlanProps {
  session: Session;
  plan: Plan;
  clientId: string;
  /** A free seat was picked; absent where the plan is read-only. */
  onPlace?: (placement: Placement) => void;
}

type Table = Plan['state']['tables'][string];
/** Room around the plan for seats that stand over its edge, plan units. */
const EDGE = 4;

type SeatState = 'free' | 'taken' | 'in' | 'own';

/**
 * The plan as a picture: free, occupied and checked-in seats, and the client's own. A click on a free seat places the
 * client; the lists above do the same by keyboard, so that a reader is not led through a thousand seats.
 */
export function SeatPlan({ session, plan, clientId, onPlace }: SeatPlanProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const seated = useMemo(() => entriesBySeat(session), [session]);
  const width = planWidth(plan);

  // The client's own table is in sight when the plan is larger than the screen.
  useEffect(() => {
    const box = scroller.current;
    const own = box?.querySelector('[data-state="own"]');
    if (!box || !own) return;
    const [a, b] = [box.getBoundingClientRect(), own.getBoundingClientRect()];
    box.scrollLeft += b.left - a.left - a.width / 2;
    box.scrollTop += b.top - a.top - a.height / 2;
  }, []);

  function pick({ target }: MouseEvent): void {
    if (!(target instanceof Element)) return;
    const seat = target.closest<SVGElement>('[data-seat]');
    const { table, seat: index } = seat?.dataset ?? {};
    if (onPlace === undefined || table === undefined || index === undefined) return;
    // Refused by the repository too: the picture may be older than the plan.
    if (occupantOf(session, table, Number(index)) === null) onPlace(placementAt(table, Number(index)));
  }
  return (
    <figure className={classes.figure}>
      <div
        ref={scroller}
        className={classes.scroller}
        // Scrolls by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        role="region"
        aria-label={t('client_display.plan')}
      >
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the lists of table and seat do the same by keyboard */}
        <svg
          viewBox={`${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${100 + 2 * EDGE}`}
          style={{ '--plan-width': width } as CSSProperties}
          role="img"
          aria-label={t('client_display.plan')}
          data-editable={onPlace !== undefined || undefined}
          onClick={pick}
        >
          {Object.entries(plan.state.tables).map(([tableId, table]) => (
            <TableShape key={tableId} tableId={tableId} table={table} seated={seated} clientId={clientId} />
          ))}
        </svg>
      </div>
      <figcaption className={classes.legend}>
        <Legend state="free" label={t('client_display.legendFree')} />
        <Legend state="taken" label={t('client_display.legendTaken')} />
        <Legend state="in" label={t('client_display.legendIn')} />
        <Legend state="own" label={t('client_display.legendOwn')} />
      </figcaption>
    </figure>
  );
}

const seatKey = (tableId: string | number, seatIndex: number): string => `${tableId}/${seatIndex}`;

function entriesBySeat({ clients }: Session): ReadonlyMap<string, SessionEntry> {
  const found = new Map<string, SessionEntry>();
  for (const entry of clients) {
    const { tableId, seatIndex } = entry.placement ?? {};
    if (tableId != null && seatIndex != null) found.set(seatKey(tableId, seatIndex), entry);
  }
  return found;
}

interface TableShapeProps {
  tableId: string;
  table: Table;
  seated: ReadonlyMap<string, SessionEntry>;
  clientId: string;
}

function TableShape({ tableId, table, seated, clientId }: TableShapeProps) {
  const { t } = useTranslation();
  const clients = useLive((store) => store.clients());
  const outline = outlineOf(table);
  const label = planLabel(tableId, table);
  const { x, y } = table.position;
  return (
    <g transform={`translate(${x} ${y}) scale(${table.scale})`}>
      <g transform={`rotate(${table.rotation})`}>
        {outline.shape === 'circle' && <circle r={outline.radius} className={classes.table} />}
        {outline.shape === 'halfCircle' && (
          <path
            d={`M ${-outline.radius} 0 A ${outline.radius} ${outline.radius} 0 0 0 ${outline.radius} 0 Z`}
            className={classes.table}
          />
        )}
        {outline.shape === 'rectangle' && (
          <rect
            x={-outline.width / 2}
            y={-outline.height / 2}
            width={outline.width}
            height={outline.height}
            rx={0.6}
            className={classes.table}
          />
        )}
        {seatPoints(table).map((point, index) => {
          const entry = seated.get(seatKey(tableId, index));
          const state = stateOf(entry, clientId);
          const client = entry === undefined ? undefined : clients.get(entry.clientId);
          const words = {
            table: label,
            seat: index + 1,
            name: client ? fullName(client) : t('session.unknownClient'),
          };
          return (
            <circle
              key={seatKey(tableId, index)}
              cx={point.x}
              cy={point.y}
              r={SEAT_RADIUS}
              className={classes.seat}
              data-state={state}
              data-table={tableId}
              data-seat={index}
            >
              <title>
                {state === 'free'
                  ? t('client_display.seatFree', words)
                  : state === 'own'
                    ? t('client_display.seatOwn', words)
                    : t('client_display.seatOccupied', words)}
              </title>
            </circle>
          );
        })}
      </g>
      <text className={classes.label} y={outline.shape === 'none' ? -1.8 : 0}>
        {label}
      </text>
    </g>
  );
}

function stateOf(entry: SessionEntry | undefined, clientId: string): SeatState {
  if (entry === undefined) return 'free';
  if (entry.clientId === clientId) return 'own';
  return entry.checkInTime === null ? 'taken' : 'in';
}

function Legend({ state, label }: { state: SeatState; label: string }) {
  return (
    <span>
      <svg viewBox="-1.2 -1.2 2.4 2.4" width={14} height={14} aria-hidden>
        <circle r={0.95} className={classes.seat} data-state={state} />
      </svg>
      {label}
    </span>
  );
}
