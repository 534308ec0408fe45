import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { loginDocId, tokenHashOf } from '../auth/logins.ts';
import type { TokenClaims, Tokens } from '../auth/tokens.ts';
import { read } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';

const payload = z.object({ sub: z.string(), jti: z.string().regex(/^[a-z0-9]{16}$/) });
const login = z.object({
  tokenHash: z.string(),
  issuedAt: z.number(),
  expires: z.number(),
  ofHub: z.literal(true).optional(),
});
const LONGEST = 4096;

/**
 * A server's own tokens, and those that another one gave out: on a hub the central server's, on that one those of doors that were
 * paired on a hub. Of these it knows the hashes, not the key, so it can recognise them and make none.
 */
export const knownTokens = (own: Tokens, storage: Storage, isHub: boolean): Tokens => ({
  issue: own.issue,
  verify: async (token) => (await own.verify(token)) ?? (await knownFromAfar(storage, token, isHub)),
});

async function knownFromAfar(storage: Storage, token: string, isHub: boolean): Promise<TokenClaims | null> {
  const said = token.length > LONGEST ? null : payloadOf(token);
  if (said === null) return null;
  const stored = await read(await storage.open(DATABASES.auth), loginDocId(said.sub, said.jti));
  const known = login.safeParse(stored).data;
  if (known === undefined || known.expires <= Date.now()) return null;
  // By its own tokens the central server goes by their signature alone: a new key ends them all.
  if (!isHub && known.ofHub !== true) return null;
  const encoder = new TextEncoder();
  const [a, b] = [encoder.encode(known.tokenHash), encoder.encode(tokenHashOf(token))];
  if (a.length !== b.length || !timingSafeEqual(a, b)) return null;
  return { userId: said.sub, issuedAt: known.issuedAt, loginId: said.jti };
}

/** What a token says of itself; nothing is believed of it but where to look. */
function payloadOf(token: string): z.infer<typeof payload> | null {
  try {
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    return payload.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
