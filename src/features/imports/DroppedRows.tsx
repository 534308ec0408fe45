import { useTranslation } from 'react-i18next';
import type { DroppedRow } from '#domain/import/table.ts';
import { Warning } from '#ui/components/Warning.tsx';
import classes from './Import.module.css';

const SHOWN = 50;

/** Rows whose number of cells is not the header's: left out, and said so (VALID-22). */
export function DroppedRows({ rows }: { rows: readonly DroppedRow[] }) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <Warning folded title={t('imports.dropped', { count: rows.length })}>
      {rows.slice(0, SHOWN).map(({ line, cells }) => (
        <li key={line} className={classes.dropped}>
          <span data-numeric>{t('imports.droppedRow', { line })}</span> {cells.join(' · ')}
        </li>
      ))}
      {rows.length > SHOWN && (
        <li className={classes.dropped}>{t('imports.droppedMore', { count: rows.length - SHOWN })}</li>
      )}
    </Warning>
  );
}
