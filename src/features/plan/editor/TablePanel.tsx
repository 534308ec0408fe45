import { Autocomplete, Button, Checkbox, Textarea } from '@mantine/core';
import { IconListNumbers, IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PlanTable, Session } from '#domain/documents/session.ts';
import { editTables, toggleLock, type TableFields } from '#domain/plan/editor/edits.ts';
import { isLocked, movable } from '#domain/plan/editor/locks.ts';
import { planProblems, readScale, readSeats } from '#domain/plan/editor/problems.ts';
import { readNumber } from '#domain/text/typedNumber.ts';
import { round } from '#domain/plan/editor/tables.ts';
import { hasLabel } from '#domain/sessions/placement.ts';
import { planWidth } from '#domain/plan/geometry.ts';
import { asText } from '#domain/text/unseen.ts';
import { tableTitle } from '#ui/words/placement.ts';
import { ColorField } from './ColorField.tsx';
import classes from './Editor.module.css';
import { PictureButton } from './PictureButton.tsx';
import { SeatFields } from './SeatFields.tsx';
import type { Editor } from './useEditorState.ts';
import { readText, ValueField } from './ValueField.tsx';

const NOTES = ['note1', 'note2', 'note3'] as const;

interface PanelProps {
  editor: Editor;
  session: Session;
}

/** The details of what is selected (display table, PLAN-05). */
export function TablePanel({ editor, session, onNumber }: PanelProps & { onNumber: () => void }) {
  const { t } = useTranslation();
  const { state, apply } = editor;
  const { selection, plan } = state;
  const [first = ''] = selection;
  const table = plan.state.tables[first];
  if (table === undefined) return null;
  const set = (fields: TableFields): void => apply((now) => editTables(now, selection, fields));
  const one = selection.length === 1;
  const locked = selection.length - movable(plan.state.tables, selection).length;
  return (
    // Another selection has fields of its own, whatever was half typed into these.
    <section className={classes.panel} key={selection.join()}>
      <h2>
        {one
          ? hasLabel(table)
            ? tableTitle(first, table, t)
            : t('planEditor.unnamed')
          : t('planEditor.selected', { count: selection.length })}
      </h2>
      <Checkbox
        label={t('planEditor.locked')}
        checked={locked === selection.length}
        indeterminate={locked > 0 && locked < selection.length}
        onChange={() => apply(toggleLock)}
      />
      {!one && locked > 0 && <p className={classes.hint}>{t('planEditor.lockedSome', { count: locked })}</p>}
      {!one && (
        <Button variant="default" leftSection={<IconListNumbers size={18} aria-hidden />} onClick={onNumber}>
          {t('planEditor.numbering.open')}
        </Button>
      )}
      {one && <Identity editor={editor} tableId={first} table={table} session={session} set={set} />}
      <Common
        tables={selection.flatMap((id) => plan.state.tables[id] ?? [])}
        categories={(plan.categories ?? []).map(({ name }) => name).filter(Boolean)}
        set={set}
      />
      {one && table.type === 'image' && <PictureField session={session} table={table} set={set} />}
      {one && !isLocked(table) && <Geometry table={table} set={set} width={planWidth(plan)} />}
      {one && table.seats > 0 && <SeatFields table={table} set={set} />}
      {one &&
        NOTES.map((note, index) => (
          <Textarea
            key={note}
            label={t('planEditor.note', { n: index + 1 })}
            value={table[note] ?? ''}
            maxLength={2000}
            autosize
            minRows={1}
            maxRows={5}
            // With a sign that is no text the whole plan would not be saved.
            onChange={({ currentTarget }) => set({ [note]: asText(currentTarget.value) || null })}
          />
        ))}
    </section>
  );
}

interface PartProps {
  table: PlanTable;
  set: (fields: TableFields) => void;
}

function Identity({ editor, tableId, table, session, set }: PartProps & PanelProps & { tableId: string }) {
  const { t } = useTranslation();
  const taken = planProblems(editor.state.plan).some((problem) => problem.tableId === tableId);
  const seated = session.clients.filter(({ placement }) => String(placement?.tableId) === tableId).length;
  return (
    <>
      {seated > 0 && <p className={classes.hint}>{t('planEditor.seated', { count: seated })}</p>}
      <ValueField
        label={t('planEditor.number')}
        value={table.number === null || table.number === undefined ? null : String(table.number)}
        read={readText}
        invalid={t('planEditor.error.number')}
        error={taken ? t('planEditor.error.table_number_exists') : null}
        maxLength={50}
        onChange={(number) =>
          set({ number: number !== null && /^\d{1,9}$/.test(number) ? Number(number) : number })
        }
      />
      <ValueField
        label={t('planEditor.name')}
        value={table.name ?? null}
        read={readText}
        invalid=""
        maxLength={300}
        onChange={(name) => set({ name })}
      />
    </>
  );
}

/** What the tables have in common: null where they differ. */
const sharedOf = <T,>(tables: readonly PlanTable[], read: (table: PlanTable) => T): T | null => {
  const values = new Set(tables.map(read));
  const [value] = values;
  return values.size === 1 && value !== undefined ? value : null;
};

/** The picture of an image table; another one keeps the width, and its own form. */
function PictureField({ session, table, set }: PartProps & Pick<PanelProps, 'session'>) {
  const { t } = useTranslation();
  const width = table.image?.width ?? 24;
  return (
    <PictureButton
      session={session}
      onKept={({ fileIndex, ...size }) =>
        set({ image: { fileIndex, width, height: round((width * size.height) / size.width) } })
      }
    >
      {({ onClick, busy }) => (
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconPhoto size={18} aria-hidden />}
          onClick={onClick}
        >
          {t('planEditor.choosePicture')}
        </Button>
      )}
    </PictureButton>
  );
}

/** What several tables may share. */
function Common({
  tables,
  categories,
  set,
}: {
  tables: readonly PlanTable[];
  /** Of the ticket shop. */
  categories: readonly string[];
  set: PartProps['set'];
}) {
  const { t } = useTranslation();
  const field = <T,>(read: (table: PlanTable) => T) => {
    const mixed = new Set(tables.map(read)).size > 1;
    return { value: sharedOf(tables, read), placeholder: mixed ? t('planEditor.mixed') : '' };
  };
  const color = (table: PlanTable): string => table.color ?? '';
  return (
    <>
      <ValueField
        {...field((table) => table.group ?? null)}
        label={t('planEditor.group')}
        read={readText}
        invalid=""
        hint={t('planEditor.groupHint')}
        maxLength={300}
        onChange={(group) => set({ group })}
      />
      {(categories.length > 0 || tables.some(({ category }) => category)) && (
        <Autocomplete
          label={t('planEditor.category')}
          description={t('planEditor.categoryHint')}
          value={sharedOf(tables, (table) => table.category ?? '') ?? ''}
          placeholder={field((table) => table.category ?? '').placeholder}
          data={categories}
          maxLength={300}
          onChange={(category) => set({ category: category.trim() === '' ? null : category })}
        />
      )}
      <ColorField
        value={sharedOf(tables, color)}
        mixed={sharedOf(tables, color) === null}
        onChange={(next) => set({ color: next })}
      />
      <div className={classes.pair}>
        <ValueField<number | null>
          {...field((table) => table.seats)}
          label={t('planEditor.seatCount')}
          read={(text) => readSeats(text) ?? undefined}
          invalid={t('planEditor.error.seats')}
          inputMode="numeric"
          onChange={(seats) => {
            if (seats !== null) set({ seats });
          }}
        />
        {tables.length > 1 && !tables.every(isLocked) && (
          <ScaleField {...field((table) => table.scale)} set={set} />
        )}
      </div>
    </>
  );
}

interface ScaleFieldProps {
  value: number | null;
  placeholder?: string;
  set: PartProps['set'];
}
function ScaleField({ value, placeholder = '', set }: ScaleFieldProps) {
  const { t } = useTranslation();
  return (
    <ValueField<number | null>
      {...{ value, placeholder }}
      label={t('planEditor.scale')}
      read={(text) => rounded(readScale(text) ?? undefined)}
      invalid={t('planEditor.error.scale')}
      inputMode="decimal"
      onChange={(scale) => {
        if (scale !== null) set({ scale });
      }}
    />
  );
}

/** As it is shown and kept: what other programs drew has more digits than anybody reads. */
const rounded = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : round(value);

function Geometry({ table, set, width }: PartProps & { width: number }) {
  const { t } = useTranslation();
  const number = { invalid: t('planEditor.error.number'), inputMode: 'decimal' } as const;
  const within = (end: number) => (text: string) => rounded(readNumber(text, 0, end));
  const { position } = table;
  return (
    <div className={classes.pair}>
      <ScaleField value={round(table.scale)} set={set} />
      <ValueField
        {...number}
        label={t('planEditor.rotation')}
        value={round(table.rotation)}
        read={(text) => rounded(readNumber(text))}
        onChange={(rotation) => set({ rotation })}
      />
      <ValueField
        {...number}
        invalid={t('planEditor.error.range', { max: round(width) })}
        label={t('planEditor.x')}
        value={round(position.x)}
        read={within(width)}
        onChange={(x) => set({ position: { ...position, x } })}
      />
      <ValueField
        {...number}
        invalid={t('planEditor.error.range', { max: 100 })}
        label={t('planEditor.y')}
        value={round(position.y)}
        read={within(100)}
        onChange={(y) => set({ position: { ...position, y } })}
      />
    </div>
  );
}
