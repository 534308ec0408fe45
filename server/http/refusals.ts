import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DB_BASE } from '#api/wire.ts';
import { RevokedLogin } from '../auth/access.ts';
import { HttpError } from '../base/errors.ts';
import { routedPath } from '../base/logging.ts';
import { personOf } from './guard.ts';
import type { SecurityLog } from '../security/securityLog.ts';

/** Notes who was refused what. Refused documents are noted where they are judged. */
export function noteRefusals(app: FastifyInstance, security: SecurityLog): void {
  app.addHook('onError', async (request, _reply, error) => {
    const address = request.ip;
    if (error instanceof RevokedLogin) {
      const subject = { id: error.userId, name: error.username ?? '' };
      security.note({ kind: 'token_refused', subject, address });
      return;
    }
    const person = personOf(request);
    if (!(error instanceof HttpError) || error.status !== 403 || person === null) return;
    // Nothing was tried that the role does not allow: each of one's devices asks on until codes are set up.
    if (isVerdict(error) || error.code === 'codes_first') return;
    security.note({
      kind: request.method === 'GET' || request.method === 'HEAD' ? 'read_refused' : 'write_refused',
      actor: { id: person.id, name: person.user.username },
      ...{ address, detail: asked(request) },
    });
  });
}

const isVerdict = ({ message }: HttpError): boolean => /^forbidden_|^last_manager$/.test(message);

const MOST = 120;

/** What was asked for, without the ids of documents: those would be endlessly many. */
function asked({ method, url, routeOptions }: FastifyRequest): string {
  const path = routedPath(url);
  const short = path.startsWith(DB_BASE) ? path.split('/').slice(0, 3).join('/') : (routeOptions.url ?? path);
  return `${method} ${short}`.slice(0, MOST);
}
