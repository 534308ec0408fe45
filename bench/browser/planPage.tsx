/*
 * What bench `plan` runs inside the page: the app's plan canvas, and as the baseline every seat as a react-konva node of
 * its own. Both are driven in the same way, one step a frame.
 */
import { MantineProvider } from '@mantine/core';
import { useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { Circle, Group, Layer, Stage, Text } from 'react-konva';
import type { Plan, PlanTable } from '#domain/documents/session.ts';
import { outlineOf, planWidth, SEAT_RADIUS, seatPoints } from '#domain/plan/geometry.ts';
import { scaleOf, wholePlan, type Viewport } from '#domain/plan/viewport.ts';
import { PlanCanvas } from '#features/plan/canvas/PlanCanvas.tsx';
import type { SeatLook } from '#features/plan/canvas/palette.ts';
import type { PlanCanvasHandle } from '#features/plan/canvas/types.ts';

const SIZE = { width: 1200, height: 750 };
const COLUMNS = 25;

/** Round tables of ten in rows of 25. */
function bigPlan(tables: number): Plan {
  const all: Record<string, PlanTable> = {};
  const rows = Math.ceil(tables / COLUMNS);
  for (let index = 0; index < tables; index += 1) {
    const position = {
      x: ((index % COLUMNS) + 0.5) * (160 / COLUMNS),
      y: (Math.floor(index / COLUMNS) + 0.5) * (100 / rows),
    };
    all[`t${index}`] = { type: 'circle', number: index + 1, position, rotation: 0, scale: 0.45, seats: 10 };
  }
  return { ratio: 1.6, state: { nextTableIndex: tables, tables: all } };
}

export type PlanWay = 'ours' | 'baseline';
export type PlanAct = 'drag' | 'pan' | 'zoom';

interface Scene {
  move(table: PlanTable): void;
  look(viewport: Viewport): void;
}
let root: Root | null = null;
let scene: Scene | null = null;
let plan = bigPlan(1);

const LOOKS: readonly SeatLook[] = ['unoccupied', 'occupied', 'checkedIn'];
const lookOf = (tableId: string, seat: number): SeatLook =>
  LOOKS[(Number(tableId.slice(1)) + seat) % LOOKS.length] ?? 'unoccupied';

function Ours() {
  const [moving, setMoving] = useState<ReadonlyMap<string, PlanTable> | null>(null);
  const [handle, setHandle] = useState<PlanCanvasHandle | null>(null);
  useEffect(() => {
    scene = {
      move: (table) => setMoving(new Map([['t0', table]])),
      look: (viewport) => handle?.setViewport(viewport),
    };
  }, [handle]);
  return <PlanCanvas ref={setHandle} plan={plan} label="plan" seatLook={lookOf} transient={moving} />;
}

const FILLS: Record<string, string> = { unoccupied: '#ffffff', occupied: '#0f766e', checkedIn: '#16a34a' };

function Baseline() {
  const [tables, setTables] = useState(plan.state.tables);
  const [view, setView] = useState<Viewport>(() => wholePlan(plan));
  const scale = scaleOf(plan, SIZE, view);
  useEffect(() => {
    scene = { move: (table) => setTables((before) => ({ ...before, t0: table })), look: setView };
  }, []);
  return (
    <Stage
      {...SIZE}
      x={SIZE.width / 2 - view.x * scale}
      y={SIZE.height / 2 - view.y * scale}
      scaleX={scale}
      scaleY={scale}
    >
      <Layer>
        {Object.entries(tables).map(([id, table]) => {
          const outline = outlineOf(table);
          return (
            <Group
              key={id}
              x={table.position.x}
              y={table.position.y}
              scaleX={table.scale}
              scaleY={table.scale}
              draggable
            >
              <Circle
                radius={outline.shape === 'circle' ? outline.radius : 2}
                fill="#fff"
                stroke="#888"
                strokeWidth={0.2}
              />
              <Text text={String(table.number)} fontSize={2} x={-1.5} y={-1} />
              {seatPoints(table).map((point, seat) => (
                <Circle
                  key={seat}
                  {...point}
                  radius={SEAT_RADIUS}
                  fill={FILLS[lookOf(id, seat)] ?? ''}
                  stroke="#555"
                  strokeWidth={0.1}
                />
              ))}
            </Group>
          );
        })}
      </Layer>
    </Stage>
  );
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

async function open(way: PlanWay, tables: number): Promise<void> {
  plan = bigPlan(tables);
  root?.unmount();
  const host = document.createElement('div');
  Object.assign(host.style, { width: `${SIZE.width}px`, height: `${SIZE.height}px` });
  // The build leaves style sheets out, and the canvas fills its parent.
  const style = document.createElement('style');
  style.textContent = `[data-host] > [role=region] { position: relative; height: 100%; overflow: hidden; }
    [role=region] > div { position: absolute; top: 0; left: 0; transform-origin: 0 0; will-change: transform; }`;
  host.dataset['host'] = '';
  document.body.replaceChildren(style, host);
  root = createRoot(host);
  const view = way === 'ours' ? <Ours /> : <Baseline />;
  flushSync(() => root?.render(<MantineProvider>{view}</MantineProvider>));
  for (let frame = 0; frame < 20; frame += 1) await nextFrame();
}

/** What is seen: the canvases and how they lie. */
const picture = (): string =>
  [...document.querySelectorAll('canvas')]
    .map((canvas) => `${canvas.getBoundingClientRect().x} ${canvas.toDataURL('image/jpeg', 0.3)}`)
    .join();

/** One step a frame for `ms`; every frame's length in ms. */
async function act(what: PlanAct, ms: number): Promise<number[]> {
  const at = scene;
  const first = plan.state.tables['t0'];
  if (at === null || first === undefined) throw new Error('open comes first');
  const width = planWidth(plan);
  const frames: number[] = [];
  const before = picture();
  const begin = await nextFrame();
  let last = begin;
  for (let step = 1; last - begin < ms; step += 1) {
    const turn = step / 30;
    if (what === 'drag') {
      at.move({ ...first, position: { x: 80 + 60 * Math.cos(turn), y: 50 + 40 * Math.sin(turn) } });
    } else if (what === 'pan') {
      at.look({ x: width / 2 + 20 * Math.cos(turn), y: 50 + 15 * Math.sin(turn), zoom: 2 });
    } else {
      at.look({ x: width / 2, y: 50, zoom: 2 + Math.cos(turn) });
    }
    const now = await nextFrame();
    frames.push(now - last);
    last = now;
    // A way that does not draw would be the fastest.
    if (step === 10) {
      await nextFrame();
      if (picture() === before) throw new Error(`${what} drew nothing`);
      last = await nextFrame();
    }
  }
  return frames;
}

const bench = { open, act };
export type PlanBenchPage = typeof bench;
Object.assign(globalThis, { bench });
