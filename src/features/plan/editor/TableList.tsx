import { useTranslation } from 'react-i18next';
import { planProblems } from '#domain/plan/editor/problems.ts';
import { isLocked } from '#domain/plan/editor/locks.ts';
import { select } from '#domain/plan/editor/model.ts';
import { hasLabel, isBench, tableLabel } from '#domain/sessions/placement.ts';
import { rowTitle, tableTitle } from '#ui/words/placement.ts';
import classes from './Editor.module.css';
import type { Editor } from './useEditorState.ts';

interface TableListProps {
  editor: Editor;
  several: boolean;
  /** Tables in one another's way. */
  overlaps: ReadonlySet<string>;
  onPicked: (tableId: string) => void;
}

/** Every table as a button: what a pointer does on the plan, for keyboard and screen reader. */
export function TableList({ editor, several, overlaps, onPicked }: TableListProps) {
  const { t, i18n } = useTranslation();
  const { state, apply } = editor;
  const order = new Intl.Collator(i18n.language, { numeric: true });
  const rows = Object.entries(state.plan.state.tables)
    .map(([id, table]) => ({ id, table, label: tableLabel(id, table) }))
    .toSorted((a, b) => order.compare(a.label, b.label));
  const troubled = new Set(planProblems(state.plan).map(({ tableId }) => tableId));
  const seats = rows.reduce((sum, { table }) => sum + table.seats, 0);
  return (
    <section className={classes.panel} data-grow>
      <h2>{t('planEditor.tableList')}</h2>
      <p className={classes.hint}>
        {t('planEditor.tables', { count: rows.length })} · {t('planEditor.seats', { count: seats })}
      </p>
      {rows.length === 0 && <p className={classes.hint}>{t('planEditor.noTables')}</p>}
      <ul className={classes.list}>
        {rows.map(({ id, table, label }) => {
          const picked = state.selection.includes(id);
          // A row's own name does not say its number, by which it is told from another.
          const type =
            isBench(table) && table.name && table.number != null
              ? rowTitle(label, null, t)
              : t(`planEditor.type.${isBench(table) ? 'row' : table.type}`);
          return (
            <li key={id}>
              <button
                type="button"
                aria-pressed={picked}
                data-problem={troubled.has(id) || undefined}
                onClick={(event) => {
                  const add = several || event.shiftKey || event.ctrlKey || event.metaKey;
                  apply((now) => {
                    if (!add) return select(now, [id]);
                    const others = now.selection.filter((other) => other !== id);
                    return select(now, picked ? others : [...others, id]);
                  });
                  onPicked(id);
                }}
              >
                <span>{hasLabel(table) ? tableTitle(id, table, t) : t('planEditor.unnamed')}</span>
                <small>
                  {[
                    ...[type, t('planEditor.seats', { count: table.seats })],
                    ...(isLocked(table) ? [t('planEditor.lockedShort')] : []),
                    ...(overlaps.has(id) ? [t('planEditor.overlapShort')] : []),
                  ].join(' · ')}
                </small>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
