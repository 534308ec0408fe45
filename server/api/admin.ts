import { HttpError } from '../base/errors.ts';
import { version } from '../base/root.ts';
import type { ApiRoutes } from './context.ts';
import { openApi } from './openApi.ts';
import { serve } from './serve.ts';

/** GET /health, /openapi.json and /server-info, POST /shutdown (readings, no. 27). */
export const adminRoutes: ApiRoutes = (app, parts) => {
  const { storage, now, startedAt } = parts;

  serve(app, parts, 'health', () => ({ ok: true }));
  serve(app, parts, 'openapi', () => openApi());

  serve(app, parts, 'serverInfo', async () => {
    const uptime = Math.floor((now() - startedAt) / 1000);
    return {
      ...{ ok: true, version, storage: storage.kind, uptime, time: now(), node: process.version },
      publicUrl: parts.publicUrl,
      // Documents that could not be processed are kept and shown here.
      worker: parts.worker(),
      // What the central server did not take of a hub is kept and shown here, too.
      hub: (await parts.link?.status()) ?? null,
    };
  });

  serve(app, parts, 'shutdown', ({ reply }) => {
    const { shutdown } = parts;
    if (shutdown === undefined)
      throw new HttpError(501, 'not_implemented', 'this server cannot be shut down');
    reply.raw.once('finish', shutdown);
    return { ok: true };
  });
};
