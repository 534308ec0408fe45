import { useLayoutEffect } from 'react';
import { Circle, Line, Rect } from 'react-konva';
import { boxBetween, boxOfTables } from '#domain/plan/editor/bounds.ts';
import { FRAME_PAD, handlesOf, ROTATE_AWAY } from '#domain/plan/editor/handles.ts';
import type { EditorState } from '#domain/plan/editor/model.ts';
import type { Plan } from '#domain/documents/session.ts';
import { planWidth, type Point } from '#domain/plan/geometry.ts';

/** CSS pixels. */
const HANDLE = 7;

interface HandlesProps {
  state: EditorState;
  unit: number;
  /** Pointers are judged by the size at which the handles were drawn. */
  onUnit: (unit: number) => void;
  accent: string;
}

/** What the editor draws over the tables: frame and handles of the selection, guides, the selection box. */
export function Handles({ state, unit, onUnit, accent }: HandlesProps) {
  useLayoutEffect(() => onUnit(unit), [onUnit, unit]);
  const { plan, gesture, selection } = state;
  const line = { stroke: accent, strokeWidth: 1.5, strokeScaleEnabled: false, listening: false } as const;
  const box = boxOfTables(plan.state.tables, selection);
  const handles = handlesOf(state, unit);
  const knob = { radius: HANDLE * unit, fill: '#ffffff', ...line } as const;
  const moving = gesture.type === 'moving' || gesture.type === 'placing';
  return (
    <>
      {moving && <GuideLines guides={gesture.guides} plan={plan} accent={accent} unit={unit} />}
      {box !== null && gesture.type !== 'placing' && (
        <Rect
          x={box.minX - FRAME_PAD * unit}
          y={box.minY - FRAME_PAD * unit}
          width={box.maxX - box.minX + 2 * FRAME_PAD * unit}
          height={box.maxY - box.minY + 2 * FRAME_PAD * unit}
          dash={[4, 4]}
          {...line}
          strokeWidth={1}
        />
      )}
      {handles !== null && !moving && gesture.type !== 'boxing' && (
        <>
          <Line
            points={[
              handles.rotate.x,
              handles.rotate.y,
              handles.rotate.x,
              handles.rotate.y + ROTATE_AWAY * unit,
            ]}
            {...line}
          />
          <Circle {...handles.rotate} {...knob} />
          <Rect
            x={handles.scale.x - HANDLE * unit}
            y={handles.scale.y - HANDLE * unit}
            width={2 * HANDLE * unit}
            height={2 * HANDLE * unit}
            fill="#ffffff"
            {...line}
          />
        </>
      )}
      {gesture.type === 'boxing' && <SelectionBox from={gesture.from} to={gesture.to} accent={accent} />}
    </>
  );
}

function SelectionBox({ from, to, accent }: { from: Point; to: Point; accent: string }) {
  const { minX, minY, maxX, maxY } = boxBetween(from, to);
  return (
    <>
      <Rect x={minX} y={minY} width={maxX - minX} height={maxY - minY} fill={accent} opacity={0.12} />
      <Rect
        x={minX}
        y={minY}
        width={maxX - minX}
        height={maxY - minY}
        stroke={accent}
        strokeWidth={1}
        strokeScaleEnabled={false}
      />
    </>
  );
}

interface GuideProps {
  guides: { x: number | null; y: number | null };
  plan: Plan;
  accent: string;
  unit: number;
}

function GuideLines({ guides: { x, y }, plan, accent, unit }: GuideProps) {
  const line = { stroke: accent, strokeWidth: 1 * unit, dash: [6 * unit, 4 * unit] };
  return (
    <>
      {x !== null && <Line points={[x, 0, x, 100]} {...line} />}
      {y !== null && <Line points={[0, y, planWidth(plan), y]} {...line} />}
    </>
  );
}
