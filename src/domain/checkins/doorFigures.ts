import type { Checkin } from '../documents/checkin.ts';
import type { Form } from '../documents/form.ts';
import type { SessionEntry } from '../documents/session.ts';

/* The live numbers of a door: who is expected and who is in, by option and by door. */

export interface Tally {
  expected: number;
  arrived: number;
}
export interface OptionTally extends Tally {
  kind: 'adult' | 'child' | null;
  optionId: string | null;
}
export interface DoorTally {
  /** Null: let in by no check-in document, such as with the client's creation. */
  deviceId: string | null;
  name: string;
  arrived: number;
}
export interface DoorFigures extends Tally {
  /** Most expected first. */
  options: OptionTally[];
  /** Most arrived first; a guest counts where the check-in that holds was made. */
  doors: DoorTally[];
}

type Holding = Pick<Checkin, 'time' | 'device'> | null;

/** Where a guest was let in; null where the time is the entry's own, which no document tells. */
export const deviceOf = (checkInTime: number, held: Holding): Checkin['device'] | null =>
  held !== null && held.time === checkInTime ? held.device : null;

/** `entries` have their check-ins folded in; `heldBy` is the document of the admission of a client that holds. */
export function doorFigures(
  entries: readonly SessionEntry[],
  heldBy: (clientId: string) => Holding,
): DoorFigures {
  const options = new Map<string, OptionTally>();
  const doors = new Map<string | null, DoorTally>();
  let arrived = 0;
  for (const { clientId, checkInTime, product } of entries) {
    const option = optionTally(options, product?.kind ?? null, product?.optionId ?? null);
    option.expected += 1;
    if (checkInTime === null) continue;
    arrived += 1;
    option.arrived += 1;
    const device = deviceOf(checkInTime, heldBy(clientId));
    const door = doors.get(device?.id ?? null) ?? {
      deviceId: device?.id ?? null,
      name: device?.name ?? '',
      arrived: 0,
    };
    door.arrived += 1;
    doors.set(door.deviceId, door);
  }
  return {
    expected: entries.length,
    arrived,
    options: [...options.values()].sort((a, b) => b.expected - a.expected),
    doors: [...doors.values()].sort((a, b) => b.arrived - a.arrived),
  };
}

function optionTally(
  options: Map<string, OptionTally>,
  kind: OptionTally['kind'],
  optionId: string | null,
): OptionTally {
  const key = JSON.stringify([kind, optionId]);
  let tally = options.get(key);
  if (tally === undefined) options.set(key, (tally = { kind, optionId, expected: 0, arrived: 0 }));
  return tally;
}

/** The names of options, by their ids, over all forms of an event. */
export const optionNames = (forms: Iterable<Form>): Map<string, string> =>
  new Map([...forms].flatMap(({ options }) => options.map(({ id, name }) => [id, name] as const)));
