import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { API_BASE, DB_BASE } from '#api/schemas.ts';
import { notFound } from './errors.ts';
import { compressReplies } from './compress.ts';

/** Vite puts a hash of the content into these names: they never change. */
const HASHED = /[\\/]assets[\\/]/;
const YEAR = 365 * 24 * 3600;

/**
 * Serves the built app. Addresses of the app's own routes answer with index.html. Where nothing is built, says so.
 */
export async function registerClient(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  await app.register(async (scope) => {
    compressReplies(scope);
    if (built) {
      await scope.register(fastifyStatic, {
        root: folder,
        cacheControl: false,
        setHeaders(reply, path) {
          void reply.header(
            'cache-control',
            HASHED.test(path) ? `public, max-age=${YEAR}, immutable` : 'no-cache',
          );
        },
      });
    }
    scope.setNotFoundHandler(async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '';
      const ours = [API_BASE, DB_BASE].some((base) => path === base || path.startsWith(`${base}/`));
      const navigation = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
      // A missing script must stay missing, so that the app notices that it is outdated.
      if (ours || !navigation || HASHED.test(path)) throw notFound('no such page');
      if (!built) return reply.code(503).type('text/plain').send('The app is not built: npm run build\n');
      return reply.sendFile('index.html');
    });
  });
}
