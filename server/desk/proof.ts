import { createHash, createHmac } from 'node:crypto';
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import { tooMany, type HttpError } from '../base/errors.ts';

/** Tries that a solution takes at most: a second or two of a phone. */
const TRIES = 100_000;
const VALID_MS = 10 * 60_000;
/** Characters of what is sent for one. */
const PROOF_LENGTH = 1000;

/** The header of a refusal that says what is to be worked out. */
const PROOF_HEADER = 'proof-of-work';

/**
 * What an address over its limit works out before it registers more (altcha, first version). It holds for one submission
 * only, which is one registration however often it is sent: so nothing need be kept of those that were used.
 */
export class Proofs {
  private readonly key: string;
  private readonly now: () => number;
  private readonly tries: number;

  constructor(secret: Uint8Array, now: () => number, tries = TRIES) {
    this.key = createHmac('sha256', secret).update('desk proof of work').digest('hex');
    this.now = now;
    this.tries = tries;
  }

  async ask(accessId: string, submissionId: string): Promise<string> {
    const challenge = await createChallenge({
      ...{ hmacKey: this.key, maxNumber: this.tries, expires: new Date(this.now() + VALID_MS) },
      params: { for: nameOf(accessId, submissionId) },
    });
    return JSON.stringify(challenge);
  }

  /** Whether it was worked out, for this submission, and not too long ago. */
  async holds(payload: string, accessId: string, submissionId: string): Promise<boolean> {
    if (payload.length > PROOF_LENGTH) return false;
    try {
      const { for: name } = extractParams(payload);
      return name === nameOf(accessId, submissionId) && (await verifySolution(payload, this.key));
    } catch {
      // No payload at all.
      return false;
    }
  }
}

const nameOf = (accessId: string, submissionId: string): string =>
  createHash('sha256').update(`${accessId} ${submissionId}`).digest('hex').slice(0, 32);

/** Too many from one address: whoever cannot work it out waits. */
export const needsProof = (proof: string, retryAfter: number): HttpError =>
  Object.assign(
    tooMany('too many registrations from here: wait a little, or work out the proof', retryAfter),
    {
      headers: { [PROOF_HEADER]: proof },
    },
  );
