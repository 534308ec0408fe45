import { canonical } from '../canonical.ts';

type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Absent and null say the same: nothing. */
const same = (a: unknown, b: unknown): boolean => canonical(a ?? null) === canonical(b ?? null);

/**
 * Lays what somebody changed over what others saved meanwhile: `mine` was made from `base`, and `current` is what the
 * document is by now. A field that `mine` did not touch stays as it is; where both touched one, `mine` has it.
 */
export function rebase<T extends object>(base: T, mine: T, current: T): T {
  return merged(base as Fields, mine as Fields, current as Fields) as T;
}

function merged(base: Fields, mine: Fields, current: Fields): Fields {
  const result: Fields = { ...current };
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    const [before, wanted, now] = [base[key], mine[key], current[key]];
    if (same(before, wanted)) continue;
    if (wanted === undefined) delete result[key];
    else
      result[key] =
        isObject(before) && isObject(wanted) && isObject(now) ? merged(before, wanted, now) : wanted;
  }
  return result;
}
