import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { checkinId } from '#domain/ids.ts';
import type { Api } from '../../e2e/support/http.ts';

const EVERY_MS = 500;

export interface Doors {
  /** ms of each check-in that was acknowledged. */
  times: number[];
  /** Check-ins that got another answer, or none. */
  refused: number;
}

interface Place {
  dbName: string;
  sessionId: string;
  guests: readonly string[];
}

/** Each door checks in twice a second, one after the other and not all at the same moment; notes how it went. */
export async function workDoors(
  doors: readonly Api[],
  place: Place,
  seconds: number,
  result: Doors,
): Promise<void> {
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    doors.map(async (door, index) => {
      await delay((index * EVERY_MS) / doors.length);
      while (performance.now() < until) {
        const begun = performance.now();
        const isDone = await checkIn(door, index, place).catch(() => false);
        if (isDone) result.times.push(performance.now() - begun);
        else result.refused++;
        await delay(Math.max(0, begun + EVERY_MS - performance.now()));
      }
    }),
  );
}

let made = 0;

/** As the app pushes it: asks what is missing, then sends it. True when the server has it. */
async function checkIn(door: Api, index: number, { dbName, sessionId, guests }: Place): Promise<boolean> {
  const time = Date.now();
  const device = { id: `door${index}`, name: `Door ${index}` };
  const hash = randomBytes(16).toString('hex');
  const doc = {
    ...{ _id: checkinId(sessionId, time, `${device.id}x${++made}`), type: 'checkin', sessionId, time },
    ...{ clientId: guests[made % guests.length] ?? '', action: 'in', method: 'scan', device },
    author: { id: door.userId, name: door.session.user.username },
    ...{ _rev: `1-${hash}`, _revisions: { start: 1, ids: [hash] } },
  };
  const asked = await door.call('POST', `/db/${dbName}/_revs_diff`, { [doc._id]: [doc._rev] });
  if (asked.status !== 200) return false;
  const sent = await door.call('POST', `/db/${dbName}/_bulk_docs`, { docs: [doc], new_edits: false });
  const [verdict] = sent.body as { ok?: boolean }[];
  return sent.status === 201 && verdict?.ok === true;
}
