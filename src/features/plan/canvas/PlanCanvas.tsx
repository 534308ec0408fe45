import type Konva from 'konva';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { Image as KonvaImage, Layer, Rect, Stage } from 'react-konva';
import type { PlanTable } from '#domain/documents/session.ts';
import { planLabel } from '#domain/sessions/placement.ts';
import { BACKGROUND_OPACITY, planWidth } from '#domain/plan/geometry.ts';
import { isInSight, panBy, revealing, scaleOf, wholePlan, zoomAt } from '#domain/plan/viewport.ts';
import { ownTouches } from '#ui/platform/ownTouches.ts';
import { usePaperScheme } from '#ui/platform/usePaperScheme.ts';
import { usePrinting } from '#ui/platform/usePrinting.ts';
import { paletteOf } from './palette.ts';
import classes from './PlanCanvas.module.css';
import { letterOf, TableShape } from './TableShape.tsx';
import type { PlanCanvasProps } from './types.ts';
import { useDrawnView, type DrawnView } from './useDrawnView.ts';
import { usePlanPointers } from './usePlanPointers.ts';
import { usePlanView } from './usePlanView.ts';

const ZOOM_STEP = 1.25;
/** CSS pixels. */
const PAN_STEP = 60;

/**
 * A plan to look at and work on: drawn with konva, moved and zoomed by wheel, pinch, drag and keys (+ - 0, arrows). It
 * fills its parent, which must have a height. It decides nothing: it tells where pointers are (`onPointer`, in plan
 * units: the plan is 100 high and 100 · ratio wide, PLAN-08) and draws what its props say.
 *
 * Fast for 5,000 seats: a table is one node, drawn again only when its own props change; tables of `transient` have
 * a layer of their own. So keep identities: a table object that did not change must be the same object, and
 * `seatLook`, `seatText`, `tableLook` the same function while they would answer the same.
 */
export function PlanCanvas(props: PlanCanvasProps) {
  const { ref, plan, label, transient, background, children, cursor, onPointer, onKeyDown } = props;
  const box = useRef<HTMLDivElement>(null);
  const planView = usePlanView(plan, box, props.onViewport);
  const { size, view, read, change, cover, toPlan } = planView;
  const pointers = usePlanPointers(box, planView, onPointer);
  useEffect(() => ownTouches(box.current), []);
  const palette = paletteOf(usePaperScheme());
  const stage = useRef<Konva.Stage>(null);
  const printing = usePrinting();
  // Else it is drawn with the next frame, and the browser takes the page before.
  useLayoutEffect(() => {
    if (printing) stage.current?.draw();
  });
  const width = planWidth(plan);
  const onScreen = useDrawnView(plan, size, view);
  // As large for every sheet: what hears of the sheet's size would draw after the browser has taken the page.
  const drawn = printing ? wholeOnPaper(width) : onScreen;
  // Where they are changes with each step of a drag, which ones they are does not.
  const moved = [...(transient?.keys() ?? [])].join('\n');
  const hidden = useMemo(() => new Set(moved.split('\n')), [moved]);

  useImperativeHandle(
    ref,
    () => ({
      viewport: () => read().view,
      setViewport: (next) => change(() => next),
      zoomBy: (factor) => change((p, s, v) => zoomAt(p, s, v, factor, { x: s.width / 2, y: s.height / 2 })),
      cover,
      // What is seen already stays under the finger: the next tap is meant for what stands there now.
      reveal: (point, zoom) =>
        change((p, s, v) =>
          zoom === undefined && isInSight(p, s, v, point) ? v : revealing(p, s, v, point, zoom),
        ),
      pointAt(clientX, clientY) {
        const rect = box.current?.getBoundingClientRect();
        if (rect === undefined || clientX < rect.left || clientX > rect.right) return null;
        if (clientY < rect.top || clientY > rect.bottom) return null;
        return toPlan({ x: clientX - rect.left, y: clientY - rect.top });
      },
      scale: () => {
        const now = read();
        return scaleOf(now.plan, now.size, now.view);
      },
      focus: () => box.current?.focus({ preventScroll: true }),
    }),
    [read, change, cover, toPlan],
  );

  function onKey(event: KeyboardEvent<HTMLDivElement>): void {
    onKeyDown?.(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = { x: size.width / 2, y: size.height / 2 };
    const pan = ([dx, dy]: readonly [number, number]): void =>
      change((p, s, v) => panBy(p, s, v, dx * PAN_STEP, dy * PAN_STEP));
    const arrow = ARROWS[event.key];
    if (arrow !== undefined) pan(arrow);
    else if (event.key === '+' || event.key === '=') change((p, s, v) => zoomAt(p, s, v, ZOOM_STEP, middle));
    else if (event.key === '-') change((p, s, v) => zoomAt(p, s, v, 1 / ZOOM_STEP, middle));
    else if (event.key === '0') change((p) => wholePlan(p));
    else return;
    event.preventDefault();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a region to move and zoom in; whatever can be done by pointer has a list beside it
    <div
      ref={box}
      className={classes.canvas}
      style={{ cursor: cursor ?? 'grab' }}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys move and zoom
      tabIndex={0}
      role="region"
      aria-label={label}
      onKeyDown={onKey}
      {...pointers}
    >
      <div className={classes.picture} style={{ transform: drawn.transform }}>
        <Stage
          ref={stage}
          listening={false}
          width={drawn.width}
          height={drawn.height}
          x={drawn.x}
          y={drawn.y}
          scaleX={drawn.scale}
          scaleY={drawn.scale}
        >
          <Layer listening={false}>
            <Rect
              width={width}
              height={100}
              fill={palette.ground}
              stroke={palette.edge}
              strokeWidth={1}
              strokeScaleEnabled={false}
              perfectDrawEnabled={false}
            />
            {background != null && (
              <KonvaImage image={background} width={width} height={100} opacity={BACKGROUND_OPACITY} />
            )}
            <Tables {...props} tables={plan.state.tables} hidden={hidden} palette={palette} />
          </Layer>
          <Layer listening={false}>
            {transient != null && (
              <Tables {...props} tables={Object.fromEntries(transient)} hidden={NONE} palette={palette} />
            )}
            {typeof children === 'function' ? children(1 / drawn.scale) : children}
          </Layer>
        </Stage>
      </div>
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Pixels of a plan's width on paper: 220 to the inch on A4. */
const PAPER = 1600;
/** Around the plan, in its units. */
const EDGE = 3;

/** The whole plan, wherever the window looks at; the style lays it over the width of the sheet. */
function wholeOnPaper(width: number): DrawnView {
  const scale = PAPER / (width + 2 * EDGE);
  const [x, y] = [EDGE * scale, EDGE * scale];
  return { width: PAPER, height: (100 + 2 * EDGE) * scale, x, y, scale, transform: 'none' };
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface TablesProps extends PlanCanvasProps {
  tables: Readonly<Record<string, PlanTable>>;
  /** Drawn elsewhere for the moment. */
  hidden: ReadonlySet<string>;
  palette: ReturnType<typeof paletteOf>;
}

function Tables({ tables, hidden, palette, ...props }: TablesProps) {
  const {
    seatLook,
    seatText,
    seatColour,
    tableLook,
    tableNote,
    tableFree,
    standing,
    standingColour,
    selected,
    images,
  } = props;
  const locks = props.locks === true;
  // Panning draws, but makes no new elements.
  return useMemo(
    () =>
      Object.entries(tables)
        .filter(([tableId]) => !hidden.has(tableId))
        .map(([tableId, table]) => {
          const seats = Array.from({ length: table.seats }, (_, index) => index);
          return (
            <TableShape
              key={tableId}
              table={table}
              label={planLabel(tableId, table)}
              looks={
                seatLook === undefined
                  ? ''
                  : seats.map((index) => letterOf(seatLook(tableId, index))).join('')
              }
              texts={seatText === undefined ? '' : seats.map((index) => seatText(tableId, index)).join('\n')}
              colours={
                seatColour === undefined ? '' : seats.map((index) => seatColour(tableId, index)).join('\n')
              }
              note={tableNote?.(tableId) ?? ''}
              free={tableFree?.(tableId) ?? 0}
              standing={standing?.(tableId).map(letterOf).join('') ?? ''}
              standingColours={standingColour?.(tableId).join('\n') ?? ''}
              look={tableLook?.(tableId) ?? 'plain'}
              selected={selected?.has(tableId) === true}
              locked={locks && table.locked === true}
              image={table.image ? images?.get(table.image.fileIndex) : undefined}
              palette={palette}
            />
          );
        }),
    [
      tables,
      hidden,
      palette,
      seatLook,
      seatText,
      seatColour,
      tableLook,
      tableNote,
      tableFree,
      standing,
      standingColour,
      selected,
      images,
      locks,
    ],
  );
}
