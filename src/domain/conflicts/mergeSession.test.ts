import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../canonical.ts';
import type { Session } from '../documents/session.ts';
import { mergeAllSessions, mergeSessions } from './mergeSession.ts';
import { addFileId, editDetails } from '../sessions/sessionEdits.ts';
import { sessionVersion } from '../testing/arbitraries.ts';

const times = (session: Session, clientId: string): number =>
  session.clients.find((entry) => entry.clientId === clientId)?.updatedTime ??
  session.removedClients[clientId] ??
  -1;

const bytes = (session: Session): string => JSON.stringify(session);

/** But for when the details were merged last, which follows from the grouping. */
function content({ detailTimes, ...session }: Session): string {
  const { detailsAt: _, ...metadata } = session.metadata;
  const { rest, times: own } = detailTimes ?? {};
  return canonical({ ...session, metadata, rest: rest ?? session.metadata.detailsAt ?? 0, own: own ?? {} });
}

describe('mergeSessions [SYNC-10]', () => {
  it('is commutative, to the byte', () => {
    fc.assert(
      fc.property(sessionVersion, sessionVersion, (a, b) => {
        expect(bytes(mergeSessions(a, b))).toBe(bytes(mergeSessions(b, a)));
      }),
    );
  });

  it('is associative', () => {
    fc.assert(
      fc.property(sessionVersion, sessionVersion, sessionVersion, (a, b, c) => {
        const [one, other] = [mergeSessions(mergeSessions(a, b), c), mergeSessions(a, mergeSessions(b, c))];
        expect(content(one)).toBe(content(other));
        // Devices that merged in another order agree with their next merge.
        const at = (session: Session): number => session.metadata.detailsAt ?? 0;
        expect(bytes(mergeSessions(one, other))).toBe(bytes(at(one) > at(other) ? one : other));
      }),
    );
  });

  it('is idempotent: merging a result with its parts changes nothing', () => {
    fc.assert(
      fc.property(sessionVersion, sessionVersion, (a, b) => {
        const merged = mergeSessions(a, b);
        for (const again of [merged, a, b]) expect(bytes(mergeSessions(merged, again))).toBe(bytes(merged));
      }),
    );
  });

  it('gives the same over every order of up to five versions', () => {
    fc.assert(
      fc.property(
        fc
          .array(sessionVersion, { minLength: 1, maxLength: 5 })
          .chain((list) =>
            fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
          ),
        ([list, shuffled]) => {
          expect(content(mergeAllSessions(shuffled as [Session]))).toBe(
            content(mergeAllSessions(list as [Session])),
          );
        },
      ),
    );
  });

  it('keeps the entry with the newest updatedTime, or the newer removal, where entries speak as a whole', () => {
    const whole = sessionVersion.map((session) => ({
      ...session,
      clients: session.clients.map(({ at: _, ...entry }) => entry),
    }));
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        const merged = mergeSessions(a, b);
        for (const clientId of ['client_a', 'client_b', 'client_c', 'client_d']) {
          expect(times(merged, clientId)).toBe(Math.max(times(a, clientId), times(b, clientId)));
        }
      }),
    );
  });

  it('keeps the files of both, whichever has the newer details', () => {
    fc.assert(
      fc.property(sessionVersion, sessionVersion, (a, b) => {
        expect(mergeSessions(a, b).files).toEqual([...new Set([...a.files, ...b.files])].sort());
      }),
    );
  });

  it('versions without the fields that have a default merge too', () => {
    const raw = { _id: 'session_s', type: 'session', title: 'Gala', date: 1 } as unknown as Session;
    const entry = { clientId: 'client_a' } as Session['clients'][number];
    expect(mergeSessions(raw, { ...raw, clients: [entry] })).toMatchObject({
      ...{ clients: [{ clientId: 'client_a', updatedTime: 0 }], removedClients: {}, files: [] },
    });
  });

  it('a file named on one device, and a title and a status changed on others, all stay', () => {
    const [base] = fc.sample(sessionVersion, 1) as [Session];
    const start: Session = {
      ...base,
      title: 'Gala',
      status: 'upcoming',
      metadata: { detailsAt: 1 },
      files: [],
    };
    const by = (time: number) => ({ author: { id: 'u1', name: 'Ada' }, time });
    for (const [fileAt, titleAt] of [
      [5, 6],
      [6, 5],
    ] as const) {
      const filed = addFileId(start, 'file_map', by(fileAt));
      const other = addFileId(start, 'file_menu', by(fileAt));
      const renamed = editDetails(start, { title: 'Ball' }, by(titleAt));
      const merged = mergeAllSessions([renamed, filed, other]);
      expect(merged).toMatchObject({ title: 'Ball', files: ['file_map', 'file_menu'] });
    }
  });

  it('every part of an entry comes from one of the versions, and a client is either there or removed', () => {
    fc.assert(
      fc.property(sessionVersion, sessionVersion, (a, b) => {
        const merged = mergeSessions(a, b);
        for (const { clientId, ...entry } of merged.clients) {
          const versions = [...a.clients, ...b.clients].filter((other) => other.clientId === clientId);
          const texts = (part: 'placement' | 'product') =>
            [null, ...versions.map((version) => version[part])].map(canonical);
          expect(texts('placement')).toContain(canonical(entry.placement));
          expect(texts('product')).toContain(canonical(entry.product));
          expect(merged.removedClients).not.toHaveProperty(clientId);
        }
      }),
    );
  });
});
