import { jwtVerify, SignJWT } from 'jose';
import type { Role } from '#domain/rights/roles.ts';

/** What a valid token says. Role and rights are read afresh at each request; the token's own are for CouchDB. */
export interface TokenClaims {
  userId: string;
  /** Seconds since 1970. */
  issuedAt: number;
  /** Of the login that the token stands for (`jti`). */
  loginId: string;
}

export interface TokenFor {
  id: string;
  role: Role;
  loginId: string;
}

export interface Tokens {
  /** `until` (seconds since 1970) is where it ends, instead of after the usual time. `expires` in ms since 1970. */
  issue(user: TokenFor, issuedAt: number, until?: number): Promise<{ token: string; expires: number }>;
  /** Null for a token that is malformed, of another key, or expired. */
  verify(token: string): Promise<TokenClaims | null>;
}

const MAX_TOKEN = 4096;
/** Tokens that are remembered as verified; each takes about 300 bytes. */
const REMEMBERED = 10_000;

/** JWT, HS256, with `sub`, `iat`, `exp`, `jti` and CouchDB's `_couchdb.roles` (docs/contract.md, "HTTP"). `ttl` in seconds. */
export function createTokens(secret: Uint8Array, ttl: number): Tokens {
  /**
   * A signature is true for ever, and checking one takes a thread's round trip: a fifth of the server's time with
   * twenty phones at the doors. Whether the token has expired or was revoked is asked each time.
   */
  const verified = new Map<string, TokenClaims & { expires: number }>();

  return {
    async issue(user, issuedAt, until = issuedAt + ttl) {
      const expires = until;
      const token = await new SignJWT({ '_couchdb.roles': [user.role] })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(user.id)
        .setJti(user.loginId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expires)
        .sign(secret);
      return { token, expires: expires * 1000 };
    },
    async verify(token) {
      if (token.length > MAX_TOKEN) return null;
      const known = verified.get(token);
      if (known !== undefined) {
        const { expires, ...claims } = known;
        if (expires > Math.floor(Date.now() / 1000)) return claims;
        verified.delete(token);
        return null;
      }
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ['HS256'],
          requiredClaims: ['exp'],
        });
        const { sub, iat, exp, jti } = payload;
        if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return null;
        // Without it nobody could end the login.
        if (typeof jti !== 'string') return null;
        const claims: TokenClaims = { userId: sub, issuedAt: iat, loginId: jti };
        const [oldest] = verified.keys();
        if (verified.size >= REMEMBERED && oldest !== undefined) verified.delete(oldest);
        verified.set(token, { ...claims, expires: exp });
        return claims;
      } catch {
        return null;
      }
    },
  };
}
