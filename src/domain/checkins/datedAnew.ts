import type { Checkin } from '../documents/checkin.ts';
import { checkinId } from '../ids.ts';
import { compareFacts } from './admissions.ts';

/** A check-in, and what stands for it. */
export interface DatedAnew {
  before: Checkin;
  after: Checkin;
}

/**
 * What a device's clock had dated later than `limit`, where no server takes it: the same acts, in their order, one `now` after the
 * other, naming each other as before. `checkins`: all that is known of one client in one session. Empty where one of another time
 * names one of them: to that one they would be gone.
 */
export function checkinsDatedAnew(
  checkins: readonly Checkin[],
  { deviceId, limit, now }: { deviceId: string; limit: number; now: () => number },
): DatedAnew[] {
  const ahead = checkins.filter(({ time, device }) => time > limit && device.id === deviceId);
  const names = new Map<string, string>();
  const isNamed = ({ cancels, double }: Checkin): boolean =>
    [cancels, double].some((name) => ahead.some(({ _id }) => _id === name));
  if (checkins.some((one) => !ahead.includes(one) && isNamed(one))) return [];
  return [...ahead].sort(compareFacts).map((before) => {
    const { _id, _rev, cancels, double, ...act } = before as Checkin & { _rev?: string };
    const time = now();
    const id = checkinId(act.sessionId, time, _id.slice(_id.lastIndexOf('-') + 1));
    names.set(_id, id);
    const nameOf = (name: string): string => names.get(name) ?? name;
    const after: Checkin = {
      _id: id,
      ...act,
      time,
      ...(cancels === undefined ? {} : { cancels: nameOf(cancels) }),
      ...(double === undefined ? {} : { double: nameOf(double) }),
    };
    return { before, after };
  });
}
