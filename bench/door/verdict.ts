import { z } from 'zod';
import type { Api } from '../../e2e/support/http.ts';
import type { DeviceReport } from './child.ts';
import type { DeviceState } from './device.ts';

/** What the server's database says of the session's door. */
interface ServerState {
  rev: string;
  checkins: Set<string>;
  entries: Map<string, number | null>;
  conflicts: string[];
}

export interface Verdict {
  acknowledged: number;
  /** Acknowledged check-ins that the server's database or a device lacks, counted once for each place. */
  lost: number;
  /** Entries that somewhere say something else than their guest's last check-in or cancellation. */
  wrong: number;
  /** Check-ins nobody acknowledged, documents with several leaves, and changes that never left a device. */
  strange: number;
  details: string[];
}

/** Compares the server and every device with what the devices were told is saved. */
export function judge(
  reports: readonly DeviceReport[],
  server: ServerState,
  devices: readonly DeviceState[],
): Verdict {
  const written = reports.flatMap((report) => report.written);
  const acknowledged = new Set(written.map(({ id }) => id));
  const truth = truthOf(reports);
  const verdict: Verdict = { acknowledged: acknowledged.size, lost: 0, wrong: 0, strange: 0, details: [] };
  const places = [
    { name: 'server', ...server, waiting: 0, errors: [] },
    ...devices.map((device, index) => ({
      name: `device ${index}`,
      ...device,
      checkins: new Set(device.checkins),
      entries: device.entries === null ? null : new Map(device.entries),
    })),
  ];
  for (const { name, checkins, entries, conflicts, waiting, errors } of places) {
    const lost = [...acknowledged].filter((id) => !checkins.has(id)).length;
    const unknown = [...checkins].filter((id) => !acknowledged.has(id)).length;
    const wrong = entries === null ? 0 : [...truth].filter(([id, time]) => entries.get(id) !== time).length;
    verdict.lost += lost;
    verdict.wrong += wrong;
    verdict.strange += unknown + conflicts.length + waiting;
    if (lost + unknown + wrong + conflicts.length + waiting + errors.length > 0) {
      const counts = JSON.stringify({ lost, unknown, wrong, conflicts, waiting });
      verdict.details.push(`${name}: ${counts} ${errors.slice(0, 3).join(' | ')}`);
    }
  }
  return verdict;
}

/** What each guest's entry says after everything: each guest belongs to one device, whose last word counts. */
export function truthOf(reports: readonly DeviceReport[]): Map<string, number | null> {
  return new Map(
    reports.flatMap(({ written }) => written.map(({ clientId, checkInTime }) => [clientId, checkInTime])),
  );
}

const rows = z.object({ rows: z.array(z.object({ id: z.string() })) });
const session = z.looseObject({
  _rev: z.string(),
  clients: z.array(z.looseObject({ clientId: z.string(), checkInTime: z.number().nullable() })),
  _conflicts: z.array(z.string()).optional(),
});

export async function readServer(api: Api, dbName: string, sessionId: string): Promise<ServerState> {
  const all = await api.call('GET', `/db/${dbName}/_all_docs?startkey="checkin_"&endkey="checkin_%EF%BF%B0"`);
  const { body } = await api.call('GET', `/db/${dbName}/${sessionId}?conflicts=true`);
  const { _rev, clients, _conflicts } = session.parse(body);
  const ids = rows.parse(all.body).rows.map(({ id }) => id);
  return {
    rev: _rev,
    checkins: new Set(ids),
    entries: new Map(clients.map(({ clientId, checkInTime }) => [clientId, checkInTime])),
    conflicts: _conflicts ?? [],
  };
}
