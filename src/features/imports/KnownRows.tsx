import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedRow } from '#domain/import/check.ts';
import { WRITTEN_FIELDS, type Known, type KnownChoice, type WrittenField } from '#domain/import/known.ts';
import type { Twin } from '#domain/import/twins.ts';
import { Section } from '#ui/components/Page.tsx';
import { fullName } from '#ui/words/format.ts';
import classes from './KnownRows.module.css';

interface KnownRowsProps {
  /** Those that look like somebody who is there, or like another row. */
  rows: readonly CheckedRow[];
  nameOf: (line: number) => string;
  onChoose: (lines: readonly number[], choice: KnownChoice) => void;
}

const CHOICES = ['skip', 'add', 'update'] as const satisfies readonly KnownChoice[];
const TWIN_CHOICES = ['skip', 'add'] as const satisfies readonly Twin['choice'][];
/** Of a row of two lines; taller ones are measured. */
const ROW_HEIGHT = 64;

/** Rows that look like somebody who is there, side by side with that guest: skip, add, or update. */
export function KnownRows({ rows, nameOf, onChoose }: KnownRowsProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  // Where a file comes again, all of its rows are known.
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    // One function for the same rows: where it is another, all of them are measured.
    getItemKey: useCallback((index) => rows[index]?.line ?? index, [rows]),
    overscan: 6,
    initialRect: { width: 800, height: 520 },
    measureElement: (row) => (row as HTMLElement).offsetHeight || ROW_HEIGHT,
  });
  if (rows.length === 0) return null;
  const lines = rows.map(({ line }) => line);
  return (
    <Section
      title={t(rows.some(({ twin }) => twin !== null) ? 'imports.knownOrTwin' : 'imports.known', {
        count: rows.length,
      })}
      flush
    >
      <div className={classes.lead}>
        <p className={classes.hint}>{t('imports.knownHint')}</p>
        <div className={classes.all}>
          {CHOICES.map((choice) => (
            <Button key={choice} variant="default" size="sm" onClick={() => onChoose(lines, choice)}>
              {t(`imports.knownAll.${choice}`)}
            </Button>
          ))}
        </div>
      </div>
      <div ref={scroller} className={classes.scroller}>
        <ul className={classes.rows} style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return row === undefined ? null : (
              <li
                key={item.key}
                ref={list.measureElement}
                data-index={item.index}
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row.known !== null && (
                  <KnownRow row={row} known={row.known} name={nameOf(row.line)} onChoose={onChoose} />
                )}
                {row.twin !== null && (
                  <TwinRow row={row} twin={row.twin} nameOf={nameOf} onChoose={onChoose} />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </Section>
  );
}

interface KnownRowProps {
  row: CheckedRow;
  known: NonNullable<CheckedRow['known']>;
  name: string;
  onChoose: KnownRowsProps['onChoose'];
}

function KnownRow({ row: { line }, known, name, onChoose }: KnownRowProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.who}>
        <b>{name}</b>
        <span data-numeric>{t('imports.droppedRow', { line })}</span>
      </div>
      <div className={classes.who}>
        <b>{fullName(known.client)}</b>
        <span data-numeric>{t(`imports.likeness.${known.likeness}`, sharedOf(known))}</span>
      </div>
      <Changes known={known} />
      <SegmentedControl
        aria-label={t('imports.knownOf', { name, line })}
        value={known.choice}
        data={CHOICES.map((value) => ({ value, label: t(`imports.knownChoice.${value}`) }))}
        onChange={(choice) => onChoose([line], choice as KnownChoice)}
      />
    </>
  );
}

interface TwinRowProps extends Pick<KnownRowsProps, 'nameOf' | 'onChoose'> {
  row: CheckedRow;
  twin: Twin;
}

/** A row and the one further up that it looks like. */
function TwinRow({ row: { line }, twin, nameOf, onChoose }: TwinRowProps) {
  const { t } = useTranslation();
  const name = nameOf(line);
  return (
    <>
      <div className={classes.who}>
        <b>{name}</b>
        <span data-numeric>{t('imports.droppedRow', { line })}</span>
      </div>
      <div className={classes.who}>
        <b>{nameOf(twin.line)}</b>
        <span data-numeric>{t('imports.droppedRow', { line: twin.line })}</span>
      </div>
      <p className={classes.same}>
        {twin.differs.length === 0
          ? t('imports.twinSame')
          : t('imports.twinDiffers', {
              fields: twin.differs.map((field) => t(`imports.field.${field}`)).join(', '),
            })}
      </p>
      <SegmentedControl
        aria-label={t('imports.knownOf', { name, line })}
        value={twin.choice}
        data={TWIN_CHOICES.map((value) => ({ value, label: t(`imports.knownChoice.${value}`) }))}
        onChange={(choice) => onChoose([line], choice as KnownChoice)}
      />
    </>
  );
}

const sharedOf = ({ client }: Known) => ({ number: client.number ?? '', email: client.email ?? '' });

/** What an update would write, with what stands there. */
function Changes({ known: { client, address, changes } }: Pick<KnownRowProps, 'known'>) {
  const { t } = useTranslation();
  const fields = WRITTEN_FIELDS.filter((field) => changes[field] !== undefined);
  const before: Partial<Record<WrittenField, unknown>> = { ...address, ...client };
  const word = (field: WrittenField, value: unknown): string => {
    const text = typeof value === 'string' ? value : '';
    if (text === '') return '–';
    if (field === 'title') return t(`titles.${text as 'mr'}`);
    if (field === 'language') return t(`languages.${text as 'en'}`);
    return field === 'category' ? t(`categories.${text as 'indiv'}`) : text;
  };
  if (fields.length === 0) return <p className={classes.same}>{t('imports.knownSame')}</p>;
  return (
    <dl className={classes.changes}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{t(`imports.field.${field}`)}</dt>
          <dd>
            <del>{word(field, before[field])}</del> <span aria-hidden>→</span>{' '}
            <ins>{word(field, changes[field])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
