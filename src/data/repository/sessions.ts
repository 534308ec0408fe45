import type { Session } from '#domain/documents/session.ts';
import type { Stamp } from '#domain/sessions/sessionEdits.ts';
import type { RepositoryContext } from './context.ts';

/** Who and when; later than every edit of this session that is known here, whatever the clocks said. */
export function stampFor({ clock, user }: RepositoryContext, session?: Session): Stamp {
  const { updatedAt = 0, detailsAt = 0, planAt = 0 } = session?.metadata ?? {};
  const who = user();
  return {
    author: { id: who?._id ?? '-', name: who?.username ?? '' },
    time: Math.max(clock.now(), updatedAt + 1, detailsAt + 1, planAt + 1),
  };
}
