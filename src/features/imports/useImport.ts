import { useCallback, useMemo, useState } from 'react';
import type { Language } from '#domain/config.ts';
import { takenNumbers } from '#domain/clients/clientNumbers.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Session } from '#domain/documents/session.ts';
import { checkRows, type ImportSettings, type KnownChoices } from '#domain/import/check.ts';
import { areSameForImport, isSameForImport, sessionsByTitle, type EventFacts } from '#domain/import/facts.ts';
import { namesLacking, remap, type ImportField, type Mapping } from '#domain/import/fields.ts';
import { knownPeople, type KnownChoice } from '#domain/import/known.ts';
import { areSameRegistrations, knownRegistrations, numbersAreOrders } from '#domain/import/orders.ts';
import { leftRows } from '#domain/import/leftRows.ts';
import { stopsImport, tableProblems } from '#domain/import/readProblems.ts';
import { statusColumns, takes, type RowFilter } from '#domain/import/rowFilter.ts';
import { summariseImport } from '#domain/import/summary.ts';
import { columnsLeft, edited, mappingOf, tableOf, type Edits } from '#domain/import/table.ts';
import { useLive } from '#hooks/data/event.tsx';
import { isSameList, useStable } from '#hooks/platform/useStable.ts';
import { useImportFile, type ImportFile } from './useImportFile.ts';

const NO_EDITS: Edits = new Map();
const NO_CHOICES: KnownChoices = new Map();
/** Most lists come from here; the field says so and can be changed. */
const COUNTRY_CODE = '+41';

interface ImportScene {
  preset: Session | null;
  open: readonly Session[];
  language: Language;
  /** It runs, or has run: those whom it creates are no reason to look at the file again. */
  frozen: boolean;
}

/** The state of an import before it runs: file, columns, corrections, targets, and what would come of them. */
export function useImport({ preset, open, language, frozen }: ImportScene) {
  const [file, setFile] = useState<ImportFile | null>(null);
  const [hasHeader, setHasHeader] = useState(true);
  const [mapping, setMapping] = useState<Mapping>([]);
  const [edits, setEdits] = useState<Edits>(NO_EDITS);
  /** Somebody looked at what is doubtful, and wants it imported as it is. */
  const [accepted, setAccepted] = useState(false);
  const [settings, setSettings] = useState<ImportSettings>(() => {
    const only = preset ?? (open.length === 1 ? open[0] : undefined);
    return { sessionIds: only ? [only._id] : [], language, category: 'indiv', countryCode: COUNTRY_CODE };
  });

  const facts = useEventFacts(frozen);
  function show(next: ImportFile | null, withHeader: boolean): void {
    setFile(next);
    setHasHeader(withHeader);
    const titles = sessionsByTitle(facts.sessions);
    setMapping(next === null ? [] : mappingOf(tableOf(next.table.grid, withHeader), titles));
    setEdits(NO_EDITS);
    setFilters([]);
    setChoices(NO_CHOICES);
    setAccepted(false);
  }
  const [filters, setFilters] = useState<readonly RowFilter[]>([]);
  const [choices, setChoices] = useState<KnownChoices>(NO_CHOICES);
  const source = useImportFile((read) => show(read, true));
  const whole = useMemo(
    () => (file === null ? null : tableOf(file.table.grid, hasHeader)),
    [file, hasHeader],
  );
  const states = useMemo(() => (whole === null ? [] : statusColumns(whole, mapping)), [whole, mapping]);
  const table = useMemo(
    () => whole && { ...whole, rows: whole.rows.filter((row) => filters.every((one) => takes(one, row))) },
    [whole, filters],
  );
  const problems = useMemo(
    () => (file === null || whole === null ? [] : [...file.table.problems, ...tableProblems(whole)]),
    [file, whole],
  );
  const checked = useMemo(
    () =>
      table === null
        ? []
        : checkRows(
            table.rows,
            edits,
            mapping,
            { ...settings, numbersAreOrders: numbersAreOrders(table.headers, mapping) },
            facts,
            choices,
          ),
    [table, edits, mapping, settings, facts, choices],
  );
  const left = useMemo(
    () => (whole === null ? [] : leftRows(whole, checked, filters, edits)),
    [whole, checked, filters, edits],
  );
  const summary = useMemo(() => summariseImport(checked), [checked]);
  const edit = useCallback(
    (line: number, column: number, text: string) => setEdits((before) => edited(before, line, column, text)),
    [],
  );
  return {
    ...{ file, hasHeader, mapping, edits, settings, setSettings, source, table, checked, summary, edit },
    setEdits,
    ...{ problems, accepted, setAccepted, doubtful: problems.some(stopsImport) && !accepted },
    ...{ states, filters, setFilters },
    /** Rows that the filters leave out. */
    unwanted: (whole?.rows.length ?? 0) - (table?.rows.length ?? 0),
    choose: (lines: readonly number[], choice: KnownChoice) =>
      setChoices((before) => new Map([...before, ...lines.map((line) => [line, choice] as const)])),
    left,
    lacking: namesLacking(mapping),
    columnsLeft: useMemo(
      () =>
        table === null
          ? []
          : columnsLeft(table, mapping).filter((at) => filters.every(({ column }) => column !== at)),
      [table, mapping, filters],
    ),
    setHasHeader: (value: boolean) => show(file, value),
    map: (column: number, field: ImportField | null) => setMapping((before) => remap(before, column, field)),
    reset: () => show(null, true),
  };
}

/** What it was when `frozen` began. */
function useHeld<T>(value: T, frozen: boolean): T {
  const [held, setHeld] = useState(value);
  if (!frozen && held !== value) setHeld(value);
  return frozen ? held : value;
}

/** What else becomes of the event meanwhile, at a door or a cash desk, is no reason to check thousands of rows again. */
function useEventFacts(frozen: boolean): EventFacts {
  const clients = useStable(
    useHeld(
      useLive((store) => store.clients()),
      frozen,
    ),
    areSameForImport,
  );
  const documents = useHeld(
    useLive((store) => store.documents('client')),
    frozen,
  );
  const gone = useStable(
    useMemo(() => goneOf(documents), [documents]),
    (a, b) => isSameList([...a], [...b]),
  );
  const consumers = useHeld(
    useLive((store) => store.documents('consumer')),
    frozen,
  );
  const registrations = useStable(
    useMemo(() => knownRegistrations(consumers.values()), [consumers]),
    areSameRegistrations,
  );
  const sessions = useHeld(
    useStable(
      useLive((store) => store.sessions()),
      isSameForAll,
    ),
    frozen,
  );
  return useMemo(
    () => ({
      numbers: takenNumbers(clients),
      people: knownPeople(clients.values()),
      ...{ registrations, sessions, gone },
    }),
    [clients, gone, registrations, sessions],
  );
}

function goneOf(documents: ReadonlyMap<string, Client>): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { _id, deletedAt } of documents.values()) if (deletedAt != null) gone.add(_id);
  return gone;
}

const isSameForAll = (a: readonly Session[], b: readonly Session[]): boolean =>
  isSameList(a, b, isSameForImport);
