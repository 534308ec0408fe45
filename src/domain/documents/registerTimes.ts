/** When registers were last edited, ms: those in `own` then, all others at `rest`. */
export interface RegisterTimes {
  rest: number;
  own: Readonly<Record<string, number>>;
}

/**
 * The times stored with what was last edited at `last`. Where `upTo` is another edit, the last one was made by a program that knows of no
 * registers: then it speaks as a whole. No register is later than the last edit.
 */
export function readRegisterTimes(stored: unknown, last: number): RegisterTimes {
  const { upTo, rest, times } = (stored ?? {}) as Partial<Record<string, unknown>>;
  if (upTo !== last || typeof rest !== 'number') return { rest: last, own: {} };
  const all = typeof times === 'object' && times !== null ? Object.entries(times) : [];
  const own = all.flatMap(([register, time]) =>
    typeof time === 'number' && time > rest ? [[register, Math.min(time, last)] as const] : [],
  );
  return { rest: Math.min(rest, last), own: Object.fromEntries(own) };
}

export const timeIn = ({ rest, own }: RegisterTimes, register: string): number =>
  Object.hasOwn(own, register) ? (own[register] ?? rest) : rest;
