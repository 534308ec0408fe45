import { useCallback, useMemo, useState } from 'react';
import type { Language } from '#domain/config.ts';
import type { Session } from '#domain/documents/session.ts';
import { callingCodeOf } from '#domain/import/callingCode.ts';
import { importCheck, type ImportSettings, type KnownChoices } from '#domain/import/check.ts';
import { sessionsByTitle, type EventFacts } from '#domain/import/facts.ts';
import { namesLacking, remap, type ImportField, type Mapping } from '#domain/import/fields.ts';
import type { KnownChoice } from '#domain/import/known.ts';
import { leftRows } from '#domain/import/leftRows.ts';
import { numbersAreOrders } from '#domain/import/orders.ts';
import { stopsImport } from '#domain/import/readProblems.ts';
import { filtersAtFirst, inForce, statusColumns, takes, type RowFilter } from '#domain/import/rowFilter.ts';
import { summariseImport } from '#domain/import/summary.ts';
import { columnsLeft, edited, withSessions, type Edits } from '#domain/import/table.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useEventFacts } from './useEventFacts.ts';
import { useImportFile, type ImportFile } from './useImportFile.ts';
import { useRowsRead, type ToRead } from './useRowsRead.ts';

interface ImportScene {
  preset: Session | null;
  open: readonly Session[];
  language: Language;
  /** It runs, or has run: those whom it creates are no reason to look at the file again. */
  frozen: boolean;
}

/** A file, and what a person made of it. */
interface Draft {
  file: ImportFile;
  mapping: Mapping;
  edits: Edits;
  filters: readonly RowFilter[];
  choices: KnownChoices;
  /** Somebody looked at what is doubtful, and wants it imported as it is. */
  accepted: boolean;
}

/** The state of an import before it runs: file, columns, corrections, targets, and what would come of them. */
export function useImport({ preset, open, language, frozen }: ImportScene) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const { store } = useEvent();
  const [settings, setSettings] = useState<ImportSettings>(() => {
    const countryCode = callingCodeOf(store.event()?.timeZone);
    const only = preset ?? (open.length === 1 ? open[0] : undefined);
    return { sessionIds: only ? [only._id] : [], language, category: 'indiv', countryCode };
  });
  const facts = useEventFacts(frozen);
  const source = useImportFile((file) => {
    const mapping = withSessions(file.mapping, file.table, sessionsByTitle(facts.sessions));
    const filters = filtersAtFirst(file.table, mapping);
    setDraft({ file, mapping, edits: new Map(), filters, choices: new Map(), accepted: false });
  });
  const change = useCallback(
    (next: (before: Draft) => Partial<Draft>) =>
      setDraft((before) => before && { ...before, ...next(before) }),
    [],
  );
  const { read, reading } = useRowsRead(useToRead(draft, settings, facts));
  const outcome = useOutcome(read);
  const problems = draft?.file.problems ?? [];
  return {
    ...{ settings, setSettings, problems },
    ...outcome,
    source: { ...source, reading: source.reading || reading },
    /** What comes of it is not known yet. */
    reading,
    file: read === null || draft === null ? null : draft.file,
    table: read?.table ?? null,
    mapping: draft?.mapping ?? [],
    edits: draft?.edits ?? NO_EDITS,
    filters: draft?.filters ?? [],
    accepted: draft?.accepted ?? false,
    /** Somebody has corrected cells, or decided about rows. */
    worked: draft !== null && draft.edits.size + draft.choices.size > 0,
    doubtful: problems.some(stopsImport) && draft?.accepted !== true,
    /** Rows that the filters leave out. */
    unwanted: read === null ? 0 : read.file.table.rows.length - read.table.rows.length,
    /** Of the file, taken or not. */
    rowCount: read === null ? 0 : read.file.table.rows.length + read.file.table.dropped.length,
    lacking: namesLacking(draft?.mapping ?? []),
    /** Neither a person nor the file says for which sessions. */
    sessionless: settings.sessionIds.length === 0 && draft?.mapping.includes('session') === false,
    reset(): void {
      source.forget();
      setDraft(null);
    },
    ...useMemo(
      () => ({
        edit: (line: number, column: number, text: string) =>
          change(({ edits }) => ({ edits: edited(edits, line, column, text) })),
        setEdits: (edits: Edits) => change(() => ({ edits })),
        setFilters: (filters: readonly RowFilter[]) => change(() => ({ filters })),
        setAccepted: (accepted: boolean) => change(() => ({ accepted })),
        choose: (lines: readonly number[], choice: KnownChoice) =>
          change(({ choices }) => ({
            choices: new Map([...choices, ...lines.map((line) => [line, choice] as const)]),
          })),
        map: (column: number, field: ImportField | null) =>
          change(({ mapping }) => ({ mapping: remap(mapping, column, field) })),
      }),
      [change],
    ),
  };
}

const NO_EDITS: Edits = new Map();
const NO_FILTERS: readonly RowFilter[] = [];

type Reading = ToRead & Pick<Draft, 'mapping' | 'choices' | 'filters'>;

function useToRead(draft: Draft | null, settings: ImportSettings, facts: EventFacts): Reading | null {
  const { file, mapping, edits, filters: chosen, choices } = draft ?? {};
  const filters = useMemo(() => chosen && mapping && inForce(chosen, mapping), [chosen, mapping]);
  const check = useMemo(() => {
    if (file === undefined || mapping === undefined) return null;
    const orders = numbersAreOrders(file.table.headers, mapping);
    return importCheck(mapping, { ...settings, numbersAreOrders: orders }, facts);
  }, [file, mapping, settings, facts]);
  const table = useMemo(
    () =>
      file && {
        ...file.table,
        rows: file.table.rows.filter((row) => filters?.every((one) => takes(one, row))),
      },
    [file, filters],
  );
  return useMemo(
    () =>
      check && file && table && mapping && edits && choices && filters
        ? { check, file, table, mapping, edits, choices, filters }
        : null,
    [check, file, table, mapping, edits, choices, filters],
  );
}

/** What would come of the rows that were read. */
function useOutcome(read: Reading | null) {
  const { file, table, mapping, filters = NO_FILTERS } = read ?? {};
  const states = useMemo(
    () => (file === undefined || mapping === undefined ? [] : statusColumns(file.table, mapping)),
    [file, mapping],
  );
  const unused = useMemo(
    () =>
      table === undefined || mapping === undefined
        ? []
        : columnsLeft(table, mapping).filter((at) => filters.every(({ column }) => column !== at)),
    [table, mapping, filters],
  );
  const checked = useMemo(
    () => (read === null ? [] : read.check.all(read.table.rows, read.edits, read.choices)),
    [read],
  );
  const left = useMemo(
    () => (read === null ? [] : leftRows(read.file.table, checked, read.filters, read.edits)),
    [read, checked],
  );
  const summary = useMemo(() => summariseImport(checked), [checked]);
  return { states, checked, left, summary, columnsLeft: unused };
}
