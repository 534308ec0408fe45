import type { FastifyReply } from 'fastify';
import type { EventDoc } from '#domain/documents/event.ts';

/** Lets the event's own sites show this page within theirs; without any, nobody may. */
export function allowFrames(reply: FastifyReply, { embedOrigins }: Pick<EventDoc, 'embedOrigins'>): void {
  const policy = reply.getHeader('content-security-policy');
  if (!embedOrigins?.length || typeof policy !== 'string') return;
  const allowed = `frame-ancestors ${embedOrigins.join(' ')}`;
  void reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, allowed));
  // Older than the policy, and knows no list.
  void reply.removeHeader('x-frame-options');
}
