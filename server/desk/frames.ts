import type { FastifyReply } from 'fastify';
import type { EventDoc } from '#domain/documents/event.ts';

/** Addresses of forms that are remembered. */
const MOST = 1000;

/** The sites that may show a form, as they were when it was last shown: whoever is turned away has nothing looked up. */
export class KnownSites {
  /** Oldest first. */
  private readonly sites = new Map<string, readonly string[]>();

  note(accessId: string, { embedOrigins }: Pick<EventDoc, 'embedOrigins'>): void {
    this.sites.delete(accessId);
    if (!embedOrigins?.length) return;
    this.sites.set(accessId, embedOrigins);
    const [oldest] = this.sites.keys();
    if (this.sites.size > MOST && oldest !== undefined) this.sites.delete(oldest);
  }

  of(accessId: string): string[] {
    return [...(this.sites.get(accessId) ?? [])];
  }
}

/** Lets the event's own sites show this page within theirs; without any, nobody may. */
export function allowFrames(reply: FastifyReply, { embedOrigins }: Pick<EventDoc, 'embedOrigins'>): void {
  const policy = reply.getHeader('content-security-policy');
  if (!embedOrigins?.length || typeof policy !== 'string') return;
  const allowed = `frame-ancestors ${embedOrigins.join(' ')}`;
  void reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, allowed));
  // Older than the policy, and knows no list.
  void reply.removeHeader('x-frame-options');
}

/**
 * Lets the button of this page lead on to the provider's page: browsers hold a form to the policy after a redirect, too. Which address
 * that page has is the organiser's matter at the provider, so any is allowed that is encrypted.
 */
export function allowPaying(reply: FastifyReply, { origin }: { origin: string | null }): void {
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy !== 'string') return;
  const allowed = ["form-action 'self' https:", ...(origin === null ? [] : [origin])].join(' ');
  void reply.header('content-security-policy', policy.replace(/form-action [^;]*/, allowed));
}
