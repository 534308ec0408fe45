import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE, DB_BASE } from '#api/wire.ts';
import { chooseLanguage } from '#i18n/language.ts';
import { notFound } from '../base/errors.ts';
import { firstParts } from './firstParts.ts';

/** Vite puts a hash of the content into these names: they never change. */
const HASHED = /[\\/]assets[\\/]/;
const YEAR = 365 * 24 * 3600;

/** For how long a browser may keep a file of the build. */
function keptFor(path: string): string {
  if (HASHED.test(path)) return `public, max-age=${YEAR}, immutable`;
  // Else Safari keeps a page that is left, with what it has begun in IndexedDB, which others then wait for (decision 47).
  return /[\\/]index\.html/.test(path) ? 'no-store' : 'no-cache';
}

/**
 * Serves the built app. Addresses of the app's own routes answer with index.html. Where nothing is built, says so.
 */
export async function registerClient(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  const first = built ? firstParts(folder) : null;
  await app.register(async (scope) => {
    if (built) {
      await scope.register(fastifyStatic, {
        root: folder,
        // What the build says of its files (firstParts.ts) is for the server alone.
        dotfiles: 'ignore',
        cacheControl: false,
        // The build leaves a .br and a .gz beside each text (scripts/compressBuild.ts).
        preCompressed: true,
        setHeaders(reply, path) {
          void reply.header('cache-control', keptFor(path));
        },
      });
    }
    const elsewhere = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const path = request.url.split('?', 1)[0] ?? '';
      const ours = [API_BASE, DB_BASE].some((base) => path === base || path.startsWith(`${base}/`));
      const navigation = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
      // A missing script must stay missing, so that the app notices that it is outdated.
      if (ours || !navigation || HASHED.test(path)) throw notFound('no such page');
      if (!built) return reply.code(503).type('text/plain').send('The app is not built: npm run build\n');
      return reply.sendFile('index.html');
    };
    if (first !== null)
      scope.addHook('onSend', async (request, reply) => {
        if (reply.statusCode !== 200 || !String(reply.getHeader('content-type')).startsWith('text/html'))
          return;
        void reply.header('link', first[chooseLanguage(request.headers['accept-language'])]);
      });
    scope.setNotFoundHandler(elsewhere);
    // A path such as /a//b or /../b is no file of ours either: not forbidden, and no failure of the server.
    scope.setErrorHandler((error: Error & { code?: unknown }, request, reply) => {
      if (error.code === 'FST_STATIC_FORBIDDEN_PATH') return elsewhere(request, reply);
      throw error;
    });
  });
}
