import { canSeeEvent } from '#domain/rights/roles.ts';
import { attentionOf } from '../outbox/attention.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** Messages to an event's people (docs/contract.md, "Messages"). */
export const routineRoutes: ApiRoutes = (app, parts) => {
  const { access, outbox, storage, now } = parts;

  serve(app, parts, 'routine', async ({ params }) => {
    const { queued } = await outbox.run(params.eventId);
    return { ok: true, success: true, queued };
  });

  serve(app, parts, 'routineCounts', async ({ params }) => {
    const { counts, byNotif, isPaused } = await outbox.counts(params.eventId);
    return { ok: true, success: true, counts, byNotif, ...(isPaused ? { paused: true as const } : {}) };
  });

  serve(app, parts, 'messageAttention', async ({ person }) => {
    const events = (await access.events()).filter((event) => canSeeEvent(person, event));
    return { ok: true, ...(await attentionOf(outbox, storage, events, now())) };
  });

  serve(app, parts, 'confirmCopy', async () => {
    await outbox.confirmCopy();
    return { ok: true };
  });
};
