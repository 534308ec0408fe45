import type { Plan, PlanTable } from '#domain/documents/session.ts';
import { planWidth } from '#domain/plan/geometry.ts';
import { TableGlyph } from '../TableGlyph.tsx';
import classes from './Hall.module.css';

/** More of them, and chairs are only grey noise. */
const MOST_SEATS = 700;

/** The plan with the tables to come, small. */
export function GridPreview({
  plan,
  added,
  label,
}: {
  plan: Plan;
  added: readonly PlanTable[];
  label: string;
}) {
  const width = planWidth(plan);
  const seats = added.reduce((sum, table) => sum + table.seats, 0) <= MOST_SEATS;
  const drawn = (table: PlanTable, key: string, isNew: boolean) => (
    <g
      key={key}
      data-new={isNew || undefined}
      transform={`translate(${table.position.x} ${table.position.y}) rotate(${table.rotation}) scale(${table.scale})`}
    >
      <TableGlyph table={table} seats={seats} />
      {isNew && table.type !== 'single' && (
        <text textAnchor="middle" dy={table.type === 'semicircle' ? 1.6 : 0.7}>
          {table.number}
        </text>
      )}
    </g>
  );
  return (
    <svg className={classes.preview} viewBox={`-1 -1 ${width + 2} 102`} role="img" aria-label={label}>
      <rect className={classes.ground} width={width} height={100} />
      {Object.entries(plan.state.tables).map(([id, table]) => drawn(table, id, false))}
      {added.map((table, index) => drawn(table, `new ${index}`, true))}
    </svg>
  );
}
