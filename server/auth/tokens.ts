import { jwtVerify, SignJWT } from 'jose';
import type { Role } from '#domain/roles.ts';

/** What a valid token says. Role and rights are read afresh at each request; the token's own are for CouchDB. */
export interface TokenClaims {
  userId: string;
  /** Seconds since 1970. */
  issuedAt: number;
}

export interface Tokens {
  /** `expires` in ms since 1970. */
  issue(user: { id: string; role: Role }, issuedAt: number): Promise<{ token: string; expires: number }>;
  /** Null for a token that is malformed, of another key, or expired. */
  verify(token: string): Promise<TokenClaims | null>;
}

const MAX_TOKEN = 4096;

/** JWT, HS256, with `sub`, `iat`, `exp` and CouchDB's `_couchdb.roles` (contract, "HTTP"). `ttl` in seconds. */
export function createTokens(secret: Uint8Array, ttl: number): Tokens {
  return {
    async issue(user, issuedAt) {
      const expires = issuedAt + ttl;
      const token = await new SignJWT({ '_couchdb.roles': [user.role] })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(user.id)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expires)
        .sign(secret);
      return { token, expires: expires * 1000 };
    },
    async verify(token) {
      if (token.length > MAX_TOKEN) return null;
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ['HS256'],
          requiredClaims: ['exp'],
        });
        if (typeof payload.sub !== 'string' || typeof payload.iat !== 'number') return null;
        return { userId: payload.sub, issuedAt: payload.iat };
      } catch {
        return null;
      }
    },
  };
}
