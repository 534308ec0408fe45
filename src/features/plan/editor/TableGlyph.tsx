import type { PlanTable } from '#domain/documents/session.ts';
import { outlineOf, SEAT_RADIUS, seatPoints } from '#domain/plan/geometry.ts';

/** A table as part of an SVG, around its own position: outline and, unless left out, its seats. */
export function TableGlyph({ table, seats = true }: { table: PlanTable; seats?: boolean }) {
  const outline = outlineOf(table);
  return (
    <>
      {outline.shape === 'circle' && <circle r={outline.radius} />}
      {outline.shape === 'halfCircle' && (
        <path
          d={`M ${-outline.radius} 0 A ${outline.radius} ${outline.radius} 0 0 0 ${outline.radius} 0 Z`}
        />
      )}
      {outline.shape === 'rectangle' && (
        <rect
          x={-outline.width / 2}
          y={-outline.height / 2}
          width={outline.width}
          height={outline.height}
          rx={0.5}
        />
      )}
      {(seats || outline.shape === 'none') &&
        seatPoints(table).map(({ x, y }) => (
          <circle key={`${x},${y}`} cx={x} cy={y} r={SEAT_RADIUS} data-seat />
        ))}
    </>
  );
}
