import type { SecurityEvent } from '#api/accountSchemas.ts';
import { ringOf } from '#domain/rights/security.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

const PAGE = 50;

/**
 * GET /security-events?group=&text=&before=: what was noted, the newest first, 50 at a time; `before` is the id of the
 * last one that is known. For managers.
 */
export const securityRoutes: ApiRoutes = (app, parts) => {
  serve(app, parts, 'securityEvents', async ({ query: { group, text, before } }) => {
    const words = text.toLowerCase();
    const found = (await parts.security.read()).filter(
      (event) => (group === '' || ringOf(event.kind) === group) && mentions(event, words),
    );
    const start = before === '' ? 0 : found.findIndex(({ id }) => id === before) + 1;
    const events = found.slice(start, start + PAGE);
    return { ok: true, events, more: found.length > start + PAGE };
  });
};

function mentions({ actor, subject, address }: SecurityEvent, words: string): boolean {
  return [actor?.name ?? '', subject?.name ?? '', address].some((part) => part.toLowerCase().includes(words));
}
