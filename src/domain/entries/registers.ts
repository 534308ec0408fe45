import { canonical } from '../canonical.ts';
import type { EntryRow } from '../documents/entrychange.ts';
import type { Placement, SessionEntry } from '../documents/session.ts';

/*
 * An entry of a session is three registers, each with a time of its own: whether the client is registered, the seat,
 * the product. Each keeps its newest value, so order and repetition of what arrives do not matter, and who moves a
 * guest on one device never undoes the product that was chosen on another.
 */

export interface Register<T> {
  time: number;
  value: T;
}

/** What an entry holds besides its registers: a check-in without a document, fields of other programs. */
export type EntryRest = Record<string, unknown> & Pick<SessionEntry, 'checkInTime'>;

/** A register that is not there has never been set. */
export interface Registers {
  /** Null: not registered, or no longer. */
  in?: Register<EntryRest | null>;
  placement?: Register<Placement | null>;
  product?: Register<NonNullable<SessionEntry['product']> | null>;
}

/** Seat and product of somebody who is not registered, set later than that: kept for a registration that still comes. */
export type LateRegisters = Pick<Registers, 'placement' | 'product'>;

/**
 * The registers of a stored entry. Without `at`, or with an `updatedTime` above all of it, the entry speaks as a whole
 * at its `updatedTime`: so does whoever knows nothing of registers.
 */
export function registersOfEntry(entry: SessionEntry): Required<Registers> {
  const { clientId: _, placement = null, product = null, updatedTime, at, ...rest } = entry;
  const known = at != null && latest(at) >= updatedTime;
  const time = (key: keyof Registers): number => (known ? at[key] : updatedTime);
  return {
    in: { time: time('in'), value: rest },
    placement: { time: time('placement'), value: placement },
    product: { time: time('product'), value: product },
  };
}

/** The registers of a stored removal: it takes seat and product away as well. */
export const registersOfRemoval = (time: number, late: LateRegisters = {}): Required<Registers> => ({
  in: { time, value: null },
  placement: late.placement ?? { time, value: null },
  product: late.product ?? { time, value: null },
});

/** The registers that one row of an act sets. */
export function registersOfRow({ in: isIn, placement, product }: EntryRow, time: number): Registers {
  if (isIn === undefined) {
    return {
      ...(placement === undefined ? {} : { placement: { time, value: placement } }),
      ...(product === undefined ? {} : { product: { time, value: product } }),
    };
  }
  return {
    in: { time, value: isIn ? { checkInTime: null } : null },
    placement: { time, value: (isIn && placement) || null },
    product: { time, value: (isIn && product) || null },
  };
}

/** The newest of each register: commutative, associative, idempotent. */
export function joinRegisters(a: Registers, b: Registers): Registers {
  return {
    ...newest('in', a, b, compareIn),
    ...newest('placement', a, b, compareValues),
    ...newest('product', a, b, compareValues),
  };
}

/** Whether the second says nothing that the first does not say. */
export function covers(known: Registers, said: Registers): boolean {
  const isKnown = (key: keyof Registers): boolean => {
    const theirs = said[key];
    const ours = known[key];
    if (theirs === undefined) return true;
    if (ours === undefined || ours.time < theirs.time) return false;
    return ours.time > theirs.time || compareOf(key)(ours as never, theirs as never) >= 0;
  };
  return isKnown('in') && isKnown('placement') && isKnown('product');
}

/** The entry that the registers make; null for somebody who is not registered. */
export function entryOf(clientId: string, registers: Registers): SessionEntry | null {
  const registered = registers.in;
  if (registered?.value == null) return null;
  const { time: since, value } = registered;
  const { placement = { time: since, value: null }, product = { time: since, value: null } } = registers;
  const at = { in: since, placement: placement.time, product: product.time };
  const updatedTime = latest(at);
  return {
    ...value,
    clientId,
    placement: placement.value,
    product: product.value,
    updatedTime,
    // Equal times say what `updatedTime` alone says.
    ...(Object.values(at).every((time) => time === updatedTime) ? {} : { at }),
  };
}

/** Seat and product that the removal alone does not tell, because they were set later or at the same time; or null. */
export function lateOf({ in: registered, placement, product }: Registers): LateRegisters | null {
  const since = registered?.time ?? -1;
  const isLate = (register: Register<unknown> | undefined): boolean =>
    register !== undefined && (register.time > since || (register.time === since && register.value !== null));
  const late = {
    ...(isLate(placement) ? { placement } : {}),
    ...(isLate(product) ? { product } : {}),
  };
  return Object.keys(late).length === 0 ? null : late;
}

/** The newest time of any of them, or -1. */
export const timeOf = (registers: Registers): number =>
  Math.max(
    -1,
    ...Object.values(registers).map((register: Register<unknown> | undefined) => register?.time ?? -1),
  );

const latest = (at: NonNullable<SessionEntry['at']>): number => Math.max(at.in, at.placement, at.product);

type Compare<T> = (a: Register<T>, b: Register<T>) => number;

function newest<K extends keyof Registers>(
  key: K,
  { [key]: a }: Registers,
  { [key]: b }: Registers,
  compare: Compare<never>,
): Pick<Registers, K> {
  const kept = a === undefined ? b : b === undefined || compare(a as never, b as never) >= 0 ? a : b;
  return (kept === undefined ? {} : { [key]: kept }) as Pick<Registers, K>;
}

const compareOf = (key: keyof Registers): Compare<never> => (key === 'in' ? compareIn : compareValues);

/** At equal times a registration beats a removal, and a check-in beats none. */
const compareIn: Compare<EntryRest | null> = (a, b) => {
  if (a.time !== b.time) return a.time - b.time;
  if ((a.value === null) !== (b.value === null)) return a.value === null ? -1 : 1;
  const checkIn = (a.value?.checkInTime ?? -1) - (b.value?.checkInTime ?? -1);
  return checkIn === 0 ? compareTexts(a.value, b.value) : checkIn;
};

/** At equal times nothing beats a value: so a saved plan takes away the very places that it lost, and no later one. */
const compareValues: Compare<unknown> = (a, b) => {
  if (a.time !== b.time) return a.time - b.time;
  if ((a.value === null) !== (b.value === null)) return a.value === null ? 1 : -1;
  return compareTexts(a.value, b.value);
};

function compareTexts(a: unknown, b: unknown): number {
  const [one, other] = [canonical(a), canonical(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
