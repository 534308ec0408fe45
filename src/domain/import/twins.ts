import type { ImportField } from './fields.ts';
import type { KnownChoice } from './known.ts';
import type { Values } from './rowTexts.ts';

/* The same person twice in one file: lists are copied together by hand. Tickets with numbers of their own are two. */

/** Another row of the file, further up, that looks like the same person. */
export interface Twin {
  line: number;
  /** What the two rows do not say alike. */
  differs: readonly ImportField[];
  choice: Exclude<KnownChoice, 'update'>;
}

interface Row {
  line: number;
  values: Values;
  name: string;
  email: string;
}

/** Looks for each row among those before it that are imported. */
export function twinFinder() {
  const byName = new Map<string, Row[]>();

  function find(row: Row, chosen: KnownChoice | undefined): Twin | null {
    const first = byName.get(row.name)?.find((one) => mayBeOne(one, row));
    if (first === undefined) return null;
    const fields = new Set([...Object.keys(first.values), ...Object.keys(row.values)] as ImportField[]);
    const differs = [...fields].filter((field) => first.values[field] !== row.values[field]);
    // Without an address two lines alike may be two guests who are not named yet.
    const usual = differs.length === 0 && row.values.email !== undefined ? 'skip' : 'add';
    return { line: first.line, differs, choice: chosen === 'skip' || chosen === 'add' ? chosen : usual };
  }

  function add(row: Row): void {
    const earlier = byName.get(row.name);
    if (earlier === undefined) byName.set(row.name, [row]);
    else earlier.push(row);
  }
  return { find, add };
}

function mayBeOne({ values, email }: Row, other: Row): boolean {
  if (
    values.number !== undefined &&
    other.values.number !== undefined &&
    values.number !== other.values.number
  )
    return false;
  return email === '' || other.email === '' || email === other.email;
}
