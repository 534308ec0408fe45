import { Alert, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedRow } from '#domain/import/check.ts';
import { columnOf, type Mapping } from '#domain/import/fields.ts';
import { cellOf, type Edits, type TableRow } from '#domain/import/table.ts';
import type { Session } from '#domain/documents/session.ts';
import { Section } from '#ui/components/Page.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { DroppedRows } from './DroppedRows.tsx';
import { FileBar } from './FileBar.tsx';
import { ImportFoot } from './ImportFoot.tsx';
import { KnownRows } from './KnownRows.tsx';
import { PreviewTable, type PreviewHandle, type ShownRow } from './PreviewTable.tsx';
import { ReadProblems } from './ReadProblems.tsx';
import { RowChoice } from './RowChoice.tsx';
import { SeveralPeople } from './SeveralPeople.tsx';
import { SkippedRows } from './SkippedRows.tsx';
import { Targets } from './Targets.tsx';
import { UnreadableCells } from './UnreadableCells.tsx';
import type { useImport } from './useImport.ts';
import classes from './Import.module.css';

interface ImportPlanProps {
  plan: ReturnType<typeof useImport>;
  open: readonly Session[];
  onSave: () => void;
}

/** The file as it would be imported: targets, columns, rows, and what would come of it. */
export function ImportPlan({ plan, open, onSave }: ImportPlanProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { file, table, checked, mapping, edits, source, summary } = plan;
  // Rows that are put right stay in view until the filter is chosen again.
  const [filter, setFilter] = useState<ReadonlySet<number> | null>(null);
  const preview = useRef<PreviewHandle>(null);
  const targets = useRef<HTMLDivElement>(null);
  const alike = useRef<HTMLDivElement>(null);
  const rows = useMemo((): ShownRow[] => {
    const all = (table?.rows ?? []).flatMap((row, index) => {
      const one = checked[index];
      return one === undefined ? [] : [{ row, checked: one }];
    });
    return filter === null ? all : all.filter(({ row }) => filter.has(row.line));
  }, [table, checked, filter]);
  const rowAt = useMemo(() => new Map(table?.rows.map((row) => [row.line, row])), [table]);
  const titles = useMemo(() => open.map((session) => format.title(session)), [open, format]);
  const wrong = useMemo(() => checked.filter(hasProblem), [checked]);
  const known = useMemo(
    () => checked.filter((row) => (row.known !== null || row.twin !== null) && !hasOtherProblem(row)),
    [checked],
  );
  const unplaced = useMemo(
    () => rows.filter(({ row, checked: { hasPlan } }) => !hasPlan && saysTable(row, mapping, edits)).length,
    [rows, mapping, edits],
  );
  if (file === null || table === null) return null;

  const empty = table.rows.length === 0;
  const alone = file.how.format === 'csv' && table.headers.length < 2;
  return (
    <>
      <FileBar
        file={file}
        reading={source.reading}
        onHeader={source.withHeader}
        onReadAgain={source.readAgain}
        onAnother={plan.reset}
      />
      {source.error !== null && (
        <Alert color="red" mb="md" role="alert">
          {t(`imports.readError.${source.error}`)}
        </Alert>
      )}
      {alone && (
        <Alert color="amber" mb="md" icon={<IconInfoCircle aria-hidden />}>
          {t('imports.oneColumn')}
        </Alert>
      )}
      <ReadProblems plan={plan} />
      <DroppedRows rows={table.dropped} />
      <RowChoice
        columns={plan.states}
        headers={table.headers}
        filters={plan.filters}
        onChange={plan.setFilters}
      />
      <div ref={targets}>
        <Targets sessions={open} settings={plan.settings} mapping={mapping} onChange={plan.setSettings} />
      </div>
      <SeveralPeople rows={checked} />
      <Section
        title={t('imports.columns')}
        aside={
          <Checkbox
            label={t('imports.onlyProblems')}
            checked={filter !== null}
            disabled={filter === null && wrong.length === 0}
            onChange={(change) =>
              setFilter(change.currentTarget.checked ? new Set(wrong.map(({ line }) => line)) : null)
            }
          />
        }
        flush
      >
        <p className={`${classes.hint} ${classes.note}`}>{t('imports.columnsHint')}</p>
        {unplaced > 0 && (
          <p className={classes.warned}>
            <IconAlertTriangle size={18} aria-hidden /> {t('imports.noPlan', { count: unplaced })}
          </p>
        )}
        {empty ? (
          <Nothing>{t('imports.noRows')}</Nothing>
        ) : (
          <PreviewTable
            ref={preview}
            table={table}
            rows={rows}
            mapping={mapping}
            edits={edits}
            sessions={titles}
            onMap={plan.map}
            onEdit={plan.edit}
          />
        )}
      </Section>
      <UnreadableCells plan={plan} />
      <div ref={alike}>
        <KnownRows
          rows={known}
          nameOf={(line) => nameOf(rowAt.get(line), mapping, edits)}
          onChoose={plan.choose}
        />
      </div>
      <ImportFoot
        summary={summary}
        unwanted={plan.unwanted}
        dropped={table.dropped.length}
        skippedRows={<SkippedRows headers={table.headers} rows={plan.left} fileName={file.name} />}
        lacking={plan.lacking}
        columnsLeft={plan.columnsLeft.map(
          (column) => table.headers[column] || t('imports.columnNumber', { number: column + 1 }),
        )}
        doubtful={plan.doubtful}
        reading={plan.reading}
        sessionless={plan.sessionless}
        onFirstProblem={() => {
          if (plan.sessionless) return targets.current?.querySelector('input')?.focus();
          const first = wrong[0];
          if (first !== undefined) preview.current?.goTo(first.line);
        }}
        onKnown={() => alike.current?.querySelector('button')?.focus()}
        onSave={onSave}
        onCancel={plan.reset}
      />
    </>
  );
}

const hasProblem = ({ problems }: CheckedRow): boolean => Object.keys(problems).length > 0;
/** A number that is taken is what the row has in common with the guest. */
const hasOtherProblem = ({ problems, known }: CheckedRow): boolean =>
  Object.entries(problems).some(
    ([field, problem]) => field !== 'number' || problem !== 'number_exists' || known?.likeness !== 'number',
  );

/** It names a table or a seat, which is struck out where there is no plan. */
const saysTable = (row: TableRow, mapping: Mapping, edits: Edits): boolean =>
  (['table', 'seat'] as const).some((field) => {
    const column = columnOf(mapping, field);
    return column >= 0 && cellOf(row, column, edits).trim() !== '';
  });

/** As the file says it. */
function nameOf(row: TableRow | undefined, mapping: Mapping, edits: Edits): string {
  if (row === undefined) return '';
  const columns = (['fullName', 'forename', 'surname'] as const).map((field) => columnOf(mapping, field));
  return columns.flatMap((column) => (column < 0 ? [] : [cellOf(row, column, edits).trim()])).join(' ');
}
