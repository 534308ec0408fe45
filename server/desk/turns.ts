import type { Submission } from '#domain/desk/submission.ts';
import { tooMany } from '../base/errors.ts';
import { Buckets } from '../base/limits.ts';
import { needsProof, Proofs } from './proof.ts';

/** A signature of the page has a tenth of that; whoever sends as much as is allowed, to fill the disk, is soon over the limit. */
const SIGNED = 100_000;
const costOf = ({ signature }: Submission): number => 1 + Math.floor((signature?.length ?? 0) / SIGNED);

/** Whose turn it is at the public desk: crowds pass, machines do not. */
export class Turns {
  /** Submissions of one network, which a class or a company at its desks keeps within. */
  private readonly byAddress = new Buckets({ burst: 300, perSecond: 1 });
  /** Beyond, with a proof of work for each: a crowd behind one address passes, a machine that fills an event not. */
  private readonly proven = new Buckets({ burst: 1000, perSecond: 2 });
  private readonly proofs: Proofs;
  /** Of one form, from everywhere. */
  private readonly byForm = new Buckets({ burst: 5000, perSecond: 200 });
  /** Codes of one network that were wrong at one form: a group at its desks must pass, a machine that tries them all not. */
  private readonly wrongCodes = new Buckets({ burst: 200, perSecond: 0.02 });
  /** Beyond, with a proof of work for each few: who knows the code is not shut out by who guesses it at the same address. */
  private readonly provenCodes = new Buckets({ burst: 200, perSecond: 0.1 });
  private readonly codesOfProof = new Buckets({ burst: 5, perSecond: 0 });
  private readonly now: () => number;

  constructor({ secret, now }: { secret: Uint8Array; now: () => number }) {
    this.proofs = new Proofs(secret, now);
    this.now = now;
  }

  /** One for a submission to a form. Throws 429, and asks for a proof of work of whoever is not alone at that address. */
  async take(network: string, accessId: string, submission: Submission): Promise<void> {
    const now = this.now();
    const { submissionId, proof } = submission;
    const cost = costOf(submission);
    let own = this.byAddress;
    if (!own.take(network, now, cost)) {
      if (proof == null || !(await this.proofs.holds(proof, accessId, submissionId)))
        throw needsProof(await this.proofs.ask(accessId, submissionId), own.wait(network, now, cost));
      own = this.proven;
      if (!own.take(network, now, cost))
        throw tooMany('too many registrations from here: wait a little', own.wait(network, now, cost));
    }
    if (this.byForm.take(accessId, now)) return;
    own.give(network, now, cost);
    // However busy a form is, nobody is asked for a proof because of the others.
    throw tooMany('many people register just now: wait a moment', this.byForm.wait(accessId, now));
  }

  /**
   * One to try a code. Throws 429 where too many were wrong, and asks for a proof of work; else how to say that this one was
   * not.
   */
  async takeForCode(network: string, accessId: string, submission: Submission): Promise<() => void> {
    const now = this.now();
    const { submissionId, proof } = submission;
    const key = `${network} ${accessId}`;
    let own = this.wrongCodes;
    if (!own.take(key, now)) {
      const holds =
        proof != null &&
        (await this.proofs.holds(proof, accessId, submissionId)) &&
        this.codesOfProof.take(submissionId, now);
      if (!holds) throw needsProof(await this.proofs.ask(accessId, submissionId), own.wait(key, now));
      own = this.provenCodes;
      if (!own.take(key, now))
        throw tooMany('too many wrong codes from here: wait a little', own.wait(key, now));
    }
    return () => own.give(key, this.now());
  }
}
