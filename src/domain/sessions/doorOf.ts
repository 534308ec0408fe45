import type { Session } from '../documents/session.ts';

/**
 * Where whoever stands at a door is needed: the session that goes on, or the only one to come, or of several the only one
 * with guests; null where that is not sure.
 */
export function doorOf(sessions: readonly Session[]): Session | null {
  const ongoing = sessions.filter(({ status }) => status === 'ongoing');
  const open = ongoing.length > 0 ? ongoing : sessions.filter(({ status }) => status !== 'archived');
  const expecting = open.length > 1 ? open.filter(({ clients }) => clients.length > 0) : open;
  return expecting.length === 1 ? (expecting[0] ?? null) : null;
}
