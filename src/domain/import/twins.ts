import type { ImportField } from './fields.ts';
import { emailKey, nameKey, type KnownChoice } from './known.ts';

/* The same person twice in one file: lists are copied together by hand. Tickets with numbers of their own are two. */

/** Another row of the file, further up, that looks like the same person. */
export interface Twin {
  line: number;
  /** What the two rows do not say alike. */
  differs: readonly ImportField[];
  choice: Exclude<KnownChoice, 'update'>;
}

type Values = Partial<Record<ImportField, string>>;
interface Earlier {
  line: number;
  values: Values;
}

/** Looks for each row among those before it that are imported. */
export function twinFinder() {
  const byName = new Map<string, Earlier[]>();

  function find(values: Values, chosen: KnownChoice | undefined): Twin | null {
    const first = byName.get(nameOf(values))?.find((one) => mayBeOne(one.values, values));
    if (first === undefined) return null;
    const fields = new Set([...Object.keys(first.values), ...Object.keys(values)] as ImportField[]);
    const differs = [...fields].filter((field) => first.values[field] !== values[field]);
    // Without an address two lines alike may be two guests who are not named yet.
    const usual = differs.length === 0 && values.email !== undefined ? 'skip' : 'add';
    return { line: first.line, differs, choice: chosen === 'skip' || chosen === 'add' ? chosen : usual };
  }

  function add(line: number, values: Values): void {
    const name = nameOf(values);
    const earlier = byName.get(name);
    if (earlier === undefined) byName.set(name, [{ line, values }]);
    else earlier.push({ line, values });
  }
  return { find, add };
}

const nameOf = ({ forename = '', surname = '' }: Values): string => nameKey({ forename, surname });

function mayBeOne(one: Values, other: Values): boolean {
  if (one.number !== undefined && other.number !== undefined && one.number !== other.number) return false;
  const [email, its] = [emailKey(one.email), emailKey(other.email)];
  return email === '' || its === '' || email === its;
}
