import { partsOf, type MessageValues, type MessageVariable } from './variables.ts';

/**
 * Letters of a message with everybody's values in it. Without a limit, 600,000 letters of nothing but links made a mail of eleven
 * megabytes for each person, a hundred of which are made at once.
 */
export const MOST_LETTERS = 1_000_000;
/** Variables that a message is saved with; nobody writes as many by hand. */
export const MOST_VARIABLES = 1000;

/** What a message says, measured once for all who get it. */
export interface Measured {
  letters: number;
  /** How often each variable is named. */
  variables: ReadonlyMap<MessageVariable, number>;
}

export function measured(said: string): Measured {
  const variables = new Map<MessageVariable, number>();
  for (const part of partsOf(said))
    if ('variable' in part) variables.set(part.variable, (variables.get(part.variable) ?? 0) + 1);
  return { letters: said.length, variables };
}

export const isTooLong = ({ letters, variables }: Measured, values: MessageValues): boolean =>
  [...variables].reduce((sum, [variable, count]) => sum + count * values[variable].length, letters) >
  MOST_LETTERS;

export const hasTooManyVariables = (said: string): boolean =>
  [...measured(said).variables.values()].reduce((sum, count) => sum + count, 0) > MOST_VARIABLES;
