import { isObject } from '../request.ts';

/*
 * Mango selectors as CouchDB understands them. A stranger writes them, and they are looked at for each document: so nothing is multiplied
 * out, nothing of JavaScript's own is reached by a field's name, and what a document may cost is counted.
 */

/** One look at a value each; the clients of the largest session take a fifth. */
const MOST_STEPS = 200_000;

/** It would have to look at a document more often than anybody may ask. */
export class TooCostly extends Error {}
/** It is no selector. */
export class NoSelector extends Error {}

type Step = (looks?: number) => void;
type Matches = (value: unknown) => boolean;
type Compare = (one: unknown, other: unknown) => number;

/** What a selector lets through. The matcher throws `TooCostly`; this throws `NoSelector`. */
export function compileSelector(selector: unknown): (doc: Record<string, unknown>) => boolean {
  const count = { steps: 0 };
  const step: Step = (looks = 1) => {
    count.steps += looks;
    if (count.steps > MOST_STEPS) throw new TooCostly();
  };
  const matches = new Compiler(step).all(selector, false);
  return (doc) => {
    count.steps = 0;
    return matches(doc);
  };
}

/** There is no such field; or none can be, for what should hold it holds none. */
const MISSING = Symbol('missing');
const NOWHERE = Symbol('nowhere');

const never: Matches = () => false;

class Compiler {
  private readonly step: Step;

  constructor(step: Step) {
    this.step = step;
  }

  /** All fields and operators of an object; `isNot`: what they do not let through. */
  all(selector: unknown, isNot: boolean): Matches {
    if (!isObject(selector)) throw new NoSelector();
    const parts = Object.entries(selector).map(([name, wanted]) =>
      name.startsWith('$') ? this.operator(name, wanted, isNot) : this.field(name, wanted, isNot),
    );
    return isNot ? any(parts) : every(parts);
  }

  private field(name: string, wanted: unknown, isNot: boolean): Matches {
    const path = pathOf(name);
    const isNested = isObject(wanted) && Object.keys(wanted).length > 0;
    const matches = isNested ? this.all(wanted, isNot) : this.leaf('$eq', wanted, isNot);
    return (value) => {
      this.step();
      return matches(valueAt(value, path));
    };
  }

  private operator(name: string, wanted: unknown, isNot: boolean): Matches {
    switch (name) {
      case '$and':
        return this.several(wanted, isNot, isNot);
      case '$or':
        return this.several(wanted, isNot, !isNot);
      case '$nor':
        return this.several(wanted, !isNot, isNot);
      case '$not':
        return this.all(wanted, !isNot);
      default:
        return this.leaf(name, wanted, isNot);
    }
  }

  private several(wanted: unknown, isNot: boolean, isAny: boolean): Matches {
    const parts = listOf(wanted).map((one) => this.all(one, isNot));
    // None of none is asked for: as good as nothing.
    return isAny && parts.length > 0 ? any(parts) : every(parts);
  }

  /** What is asked of each of many: nothing is nobody's. */
  private each(wanted: unknown): Matches {
    const matches = this.all(wanted, false);
    return Object.keys(wanted as object).length === 0 ? never : matches;
  }

  /** Looks at a value that is there. Of one that is not, only `$exists` says anything. */
  private leaf(name: string, wanted: unknown, isNot: boolean): Matches {
    if (name === '$exists') {
      if (typeof wanted !== 'boolean') throw new NoSelector();
      return (value) => value !== NOWHERE && (value !== MISSING) === (wanted !== isNot);
    }
    const matches = this.condition(name, wanted);
    return (value) => {
      this.step();
      return value !== MISSING && value !== NOWHERE && matches(value) !== isNot;
    };
  }

  private condition(name: string, wanted: unknown): Matches {
    const compare: Compare = (one, other) => compareValues(one, other, this.step);
    const isSame = (one: unknown, other: unknown): boolean => compare(one, other) === 0;
    switch (name) {
      case '$eq':
        return (value) => isSame(value, wanted);
      case '$ne':
        return (value) => !isSame(value, wanted);
      case '$lt':
        return (value) => compare(value, wanted) < 0;
      case '$lte':
        return (value) => compare(value, wanted) <= 0;
      case '$gt':
        return (value) => compare(value, wanted) > 0;
      case '$gte':
        return (value) => compare(value, wanted) >= 0;
      case '$in':
        return isIn(listOf(wanted), isSame);
      case '$nin': {
        const found = isIn(listOf(wanted), isSame);
        return (value) => !found(value);
      }
      case '$all':
        return hasAll(listOf(wanted), isSame);
      case '$elemMatch': {
        const matches = this.each(wanted);
        return (value) => Array.isArray(value) && value.some(matches);
      }
      case '$allMatch': {
        const matches = this.each(wanted);
        return (value) => Array.isArray(value) && value.length > 0 && value.every(matches);
      }
      case '$keyMapMatch': {
        const matches = this.each(wanted);
        return (value) => isObject(value) && namesOf(value, this.step).some(matches);
      }
      default:
        return plainCondition(name, wanted);
    }
  }
}

function plainCondition(name: string, wanted: unknown): Matches {
  switch (name) {
    case '$type': {
      const rank = TYPES.indexOf(String(wanted));
      return (value) => typeOf(value) === rank;
    }
    case '$size':
      if (!isCount(wanted)) throw new NoSelector();
      return (value) => Array.isArray(value) && value.length === wanted;
    case '$mod': {
      const [divisor, rest, ...more] = listOf(wanted);
      if (!Number.isInteger(divisor) || divisor === 0 || !Number.isInteger(rest) || more.length > 0)
        throw new NoSelector();
      return (value) => Number.isInteger(value) && (value as number) % (divisor as number) === rest;
    }
    case '$beginsWith':
      if (typeof wanted !== 'string') throw new NoSelector();
      return (value) => typeof value === 'string' && value.startsWith(wanted);
    default:
      throw new NoSelector();
  }
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

const every = (parts: readonly Matches[]): Matches => {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : (value) => parts.every((one) => one(value));
};
const any = (parts: readonly Matches[]): Matches => {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : (value) => parts.some((one) => one(value));
};

const isIn =
  (wanted: readonly unknown[], isSame: (one: unknown, other: unknown) => boolean): Matches =>
  (value) =>
    wanted.some((one) =>
      Array.isArray(value) ? value.some((item) => isSame(item, one)) : isSame(value, one),
    );

/** A list in the list is also meant as the whole value. */
const hasAll =
  (wanted: readonly unknown[], isSame: (one: unknown, other: unknown) => boolean): Matches =>
  (value) => {
    if (!Array.isArray(value) || wanted.length === 0) return false;
    if (wanted.every((one) => value.some((item) => isSame(item, one)))) return true;
    return wanted.length === 1 && Array.isArray(wanted[0]) && isSame(value, wanted[0]);
  };

function listOf(wanted: unknown): unknown[] {
  if (!Array.isArray(wanted)) throw new NoSelector();
  return wanted;
}

/** 'a.b' is b of a; a point after a backslash is one of the name. */
function pathOf(name: string): string[] {
  const path = [''];
  for (let at = 0; at < name.length; at++) {
    const letter = name.charAt(at);
    const next = name.charAt(at + 1);
    if (letter === '.') path.push('');
    else if (letter === '\\' && (next === '.' || next === '$'))
      path.push(`${path.pop() ?? ''}${name[++at] ?? ''}`);
    else path.push(`${path.pop() ?? ''}${letter}`);
  }
  return path;
}

function valueAt(from: unknown, path: readonly string[]): unknown {
  let value = from;
  for (const name of path) {
    if (value === MISSING || value === NOWHERE) return value;
    if (Array.isArray(value))
      value = /^\d+$/.test(name) && Number(name) < value.length ? value[Number(name)] : NOWHERE;
    else if (!isObject(value)) value = NOWHERE;
    else value = Object.hasOwn(value, name) ? value[name] : MISSING;
  }
  return value;
}

/** In the order in which they sort. */
const TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'];
function typeOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  return TYPES.indexOf(Array.isArray(value) ? 'array' : typeof value);
}

function compareValues(one: unknown, other: unknown, step: Step): number {
  step();
  const type = typeOf(one);
  const byType = type - typeOf(other);
  if (byType !== 0 || type === 0) return byType;
  if (Array.isArray(one)) return compareLists(one, other as unknown[], step);
  if (isObject(one)) return compareObjects(one, other as typeof one, step);
  return (one as string) < (other as string) ? -1 : Number((one as string) > (other as string));
}

function compareLists(one: readonly unknown[], other: readonly unknown[], step: Step): number {
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const here = compareValues(one[at], other[at], step);
    if (here !== 0) return here;
  }
  return one.length - other.length;
}

function compareObjects(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
  step: Step,
): number {
  const [ours, theirs] = [namesOf(one, step), namesOf(other, step)];
  for (const [at, name] of ours.slice(0, theirs.length).entries()) {
    const named = compareValues(name, theirs[at], step);
    const here = named === 0 ? compareValues(one[name], other[name], step) : named;
    if (here !== 0) return here;
  }
  return ours.length - theirs.length;
}

function namesOf(value: object, step: Step): string[] {
  const names = Object.keys(value);
  step(names.length);
  return names;
}
