import { Button, Checkbox, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addGrid,
  gridNumbersTaken,
  groundFor,
  MAX_GAP,
  MAX_LINES,
  MAX_TABLES,
  placeGrid,
  type Grid,
} from '#domain/plan/editor/grid.ts';
import { overlapping } from '#domain/plan/editor/overlaps.ts';
import { addTables, MAX_SEATS, nextNumber } from '#domain/plan/editor/tables.ts';
import { readNumber } from '#domain/text/typedNumber.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import type { Editor } from '../useEditorState.ts';
import { GridPreview } from './GridPreview.tsx';
import classes from './Hall.module.css';
import { NumberingFields, readNumbering, wholeOf, type NumberingTexts } from './NumberingFields.tsx';

const TYPES = ['circle', 'rectangle', 'semicircle', 'single'] as const satisfies readonly Grid['type'][];

interface Texts extends NumberingTexts {
  type: Grid['type'];
  rows: string;
  columns: string;
  seats: string;
  gapX: string;
  gapY: string;
  replace: boolean;
}

function readGrid(texts: Texts): Grid | null {
  const numbering = readNumbering(texts);
  const rows = wholeOf(texts.rows, 1, MAX_LINES);
  const columns = wholeOf(texts.columns, 1, MAX_LINES);
  const seats = wholeOf(texts.seats, 1, MAX_SEATS);
  const gapX = readNumber(texts.gapX, 0, MAX_GAP) ?? null;
  const gapY = readNumber(texts.gapY, 0, MAX_GAP) ?? null;
  if (numbering === null || rows === null || columns === null || seats === null) return null;
  if (gapX === null || gapY === null || rows * columns > MAX_TABLES) return null;
  return { ...numbering, type: texts.type, rows, columns, seats, gapX, gapY, replace: texts.replace };
}

interface GridDialogProps {
  editor: Editor;
  /** Nobody has drawn anything here yet. */
  isNew: boolean;
  onClose: () => void;
}

/** A whole hall in one step: rows × columns of like tables, numbered as one walks. */
export function GridDialog({ editor, isNew, onClose }: GridDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { plan } = editor.state;
  const [texts, setTexts] = useState<Texts>(() => ({
    ...{ type: 'circle', rows: '6', columns: '10', seats: '10', gapX: '4', gapY: '4' },
    ...{ start: isNew ? '1' : String(nextNumber(plan)), prefix: '', direction: 'rows', replace: isNew },
  }));
  const set = (change: Partial<Texts>): void => setTexts({ ...texts, ...change });
  const grid = readGrid(texts);
  const taken = grid === null ? [] : gridNumbersTaken(plan, grid);
  const ready = grid !== null && taken.length === 0;

  const shown = useDeferredValue(grid);
  const result = useMemo(() => {
    if (shown === null) return null;
    const ground = groundFor(plan, shown);
    const { tables, scale } = placeGrid(ground, shown);
    return { ground, tables, scale, overlaps: overlapping(addTables(ground, tables).plan).size };
  }, [plan, shown]);
  const number = (key: 'rows' | 'columns' | 'seats', max: number) => (
    <TextInput
      label={t(`planEditor.grid.${key}`)}
      value={texts[key]}
      inputMode="numeric"
      error={wholeOf(texts[key], 1, max) === null && t('planEditor.grid.lines', { max })}
      onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
    />
  );
  const gap = (key: 'gapX' | 'gapY') => (
    <TextInput
      label={t(`planEditor.grid.${key}`)}
      value={texts[key]}
      inputMode="decimal"
      error={readNumber(texts[key], 0, MAX_GAP) === undefined && t('planEditor.grid.gap', { max: MAX_GAP })}
      onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
    />
  );
  const count = Number(wholeOf(texts.rows, 1, MAX_LINES)) * Number(wholeOf(texts.columns, 1, MAX_LINES));
  const seats = count * Number(wholeOf(texts.seats, 1, MAX_SEATS));
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={t('planEditor.grid.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          editor.apply((now) => addGrid(now, grid));
          onClose();
        }}
      >
        <div className={classes.columns}>
          <div className={classes.form}>
            <NativeSelect
              label={t('planEditor.grid.type')}
              value={texts.type}
              data={TYPES.map((value) => ({
                value,
                label: t(`planEditor.type.${value === 'single' ? 'row' : value}`),
              }))}
              onChange={({ currentTarget }) =>
                set({ type: TYPES.find((one) => one === currentTarget.value) ?? 'circle' })
              }
            />
            <div className={classes.three}>
              {number('rows', MAX_LINES)}
              {number('columns', MAX_LINES)}
              {number('seats', MAX_SEATS)}
            </div>
            <div>
              <div className={classes.pair}>
                {gap('gapX')}
                {gap('gapY')}
              </div>
              <p className={classes.hint}>{t('planEditor.grid.gapHint')}</p>
            </div>
            <NumberingFields texts={texts} taken={taken} onChange={set} />
            <Checkbox
              label={t('planEditor.grid.replace')}
              description={t('planEditor.grid.replaceHint')}
              checked={texts.replace}
              onChange={({ currentTarget }) => set({ replace: currentTarget.checked })}
            />
          </div>
          <div className={classes.result}>
            {result !== null && (
              <GridPreview plan={result.ground} added={result.tables} label={t('planEditor.grid.preview')} />
            )}
            <div role="status" className={classes.told}>
              {count > MAX_TABLES ? (
                <p className={classes.error}>{t('planEditor.grid.tooMany', { max: MAX_TABLES })}</p>
              ) : (
                count > 0 && (
                  <p>
                    <b>
                      {t('planEditor.grid.sum', {
                        tables: t('planEditor.tables', { count }),
                        seats: t('planEditor.seats', { count: seats }),
                      })}
                    </b>
                  </p>
                )
              )}
              {result !== null && result.scale !== 1 && (
                <p>
                  {t(`planEditor.grid.${result.scale < 1 ? 'smaller' : 'larger'}`, {
                    percent: format.percent(result.scale),
                  })}
                </p>
              )}
              {result !== null && result.overlaps > 0 && (
                <p className={classes.error}>{t('planEditor.overlap', { count: result.overlaps })}</p>
              )}
            </div>
          </div>
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={!ready}>
            {t('planEditor.grid.add', { count: grid === null ? count : grid.rows * grid.columns })}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
