import { makeEvent } from '../../server/sample/generate.ts';
import { createEvent, writeDocs, type Api } from '../../e2e/support/http.ts';

const SEED = 20_260_101;
const BATCH = 500;

/** An event of so many clients in a running server. `docs` is the number of documents written. */
export async function seedEvent(
  api: Api,
  options: { clients: number; sessions: number; entriesPerSession: number },
): Promise<{ eventId: string; dbName: string; sessionIds: string[]; docs: number }> {
  const { eventId, dbName } = await createEvent(api, 'Benchmark', Date.UTC(2026, 0, 15, 12));
  const sample = makeEvent({
    ...options,
    sessions: plain(options.sessions),
    consumers: 1,
    seed: SEED,
    eventId,
  });
  // The event's own document exists already.
  const documents = sample.documents.filter(({ _id }) => _id !== 'event');
  for (let start = 0; start < documents.length; start += BATCH) {
    await writeDocs(api, dbName, documents.slice(start, start + BATCH));
  }
  return { eventId, dbName, sessionIds: sample.sessions.map(({ _id }) => _id), docs: documents.length };
}

/** Ongoing sessions in which nobody is checked in yet. */
const plain = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Session ${index + 1}`,
    titleFrench: `Session ${index + 1}`,
    date: Date.UTC(2026, 0, 15 + index, 12),
    status: 'ongoing' as const,
  }));
