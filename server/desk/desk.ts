import { showDesk, type Offer } from '#domain/commands/desk.ts';
import { ownRegistration, type OwnRegistration } from '#domain/commands/ownRegistration.ts';
import { registerAtDesk, type DeskReceipt, type DeskRefusal } from '#domain/commands/registerAtDesk.ts';
import type { Command } from '#domain/commands/command.ts';
import type { Submission } from '#domain/desk/submission.ts';
import { TERMS_ATTACHMENT, termsHolder } from '#domain/documents/form.ts';
import { databaseName } from '#domain/ids.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { networkOf } from '../auth/network.ts';
import { HttpError, isMissing, notFound, tooMany } from '../base/errors.ts';
import { Buckets } from '../base/limits.ts';
import { ownPerson } from '../commands/own.ts';
import type { Registrar } from '../commands/registrar.ts';
import type { Storage } from '../storage/types.ts';
import type { DeskAddresses } from './addresses.ts';
import { readToken, tokenOf } from './token.ts';

export interface DeskParts {
  storage: Storage;
  addresses: DeskAddresses;
  registrar: Registrar;
  /** What tokens of guests follow from. */
  secret: Uint8Array;
  now: () => number;
  /** Whether this process is the one that registers: of several at one CouchDB only one decides. */
  isRegistrar: () => boolean;
}

const person = ownPerson({ id: 'server-desk', name: 'Registration page' });
const device = { id: 'server', name: 'Registration page' };

export interface Registered extends DeskReceipt {
  token: string;
}

/** The public desk: what anybody may see and do at a form's address (docs/decisions, no. 33). */
export class Desk {
  private readonly parts: DeskParts;
  /** Submissions of one network: a company at its desks must pass, a machine that fills an event not. */
  private readonly byAddress = new Buckets({ burst: 1000, perSecond: 2 });
  /** Of one form, from everywhere. */
  private readonly byForm = new Buckets({ burst: 5000, perSecond: 200 });
  /** Who asks at the same moment hears the same. */
  private readonly asked = new Map<string, Promise<Offer | null>>();

  constructor(parts: DeskParts) {
    this.parts = parts;
  }

  /** What is offered at an address now. Throws 404 where nothing is. */
  async offer(accessId: string): Promise<Offer> {
    const asked = this.asked.get(accessId) ?? this.ask(accessId);
    const offer = await asked;
    if (offer === null) throw notFound('no such form');
    return offer;
  }

  private ask(accessId: string): Promise<Offer | null> {
    const answer = this.at(accessId).then((eventId) =>
      eventId === null ? null : this.call(eventId, showDesk, { accessId }),
    );
    this.asked.set(accessId, answer);
    const forget = (): void => void this.asked.delete(accessId);
    answer.then(forget, forget);
    return answer;
  }

  /** Registers, once for each `submissionId`. Throws 404, 429, and 503 where another process does this. */
  async register(
    accessId: string,
    submission: Submission,
    { address, termsWording }: { address: string; termsWording: string },
  ): Promise<Result<Registered, DeskRefusal>> {
    const { isRegistrar, now, secret } = this.parts;
    const eventId = await this.at(accessId);
    if (eventId === null) throw notFound('no such form');
    this.limit(networkOf(address), accessId, now());
    if (!isRegistrar())
      throw new HttpError(503, 'unavailable', 'another server registers: try again', undefined, 2);
    const token = tokenOf(secret, accessId, submission.submissionId);
    const { localId } = readToken(token) ?? { localId: '' };
    const done = await this.parts.registrar.call({ eventId, person, device }, registerAtDesk, {
      ...{ accessId, localId, submission, termsWording },
    });
    if (done.ok) return done.value.ok ? ok({ ...done.value.value, token }) : done.value;
    const { code, field } = done.error;
    if (code === 'invalid_document')
      return err({ reason: 'invalid', ...(field === undefined ? {} : { field }) });
    if (code === 'event_archived') return err({ reason: 'closed' });
    throw new Error(`the desk cannot register: ${code} ${done.error.message ?? ''}`);
  }

  /** The PDF of the terms at an address; null where there is none. */
  async terms(accessId: string): Promise<Buffer | null> {
    const { form } = await this.offer(accessId);
    const holder = termsHolder(form);
    const eventId = await this.at(accessId);
    if (holder === null || eventId === null) return null;
    const db = await this.parts.storage.openExisting(databaseName(eventId));
    try {
      return (await db.getAttachment(holder, TERMS_ATTACHMENT)) as Buffer;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** The registration that a token opens. Throws 404 where it opens none. */
  async own(token: string): Promise<OwnRegistration> {
    const read = readToken(token);
    const eventId = read === null ? null : await this.at(read.accessId);
    const own =
      read === null || eventId === null
        ? null
        : await this.call(eventId, ownRegistration, { localId: read.localId });
    if (own === null) throw notFound('no such registration');
    return own;
  }

  private at(accessId: string): Promise<string | null> {
    return /^[A-Za-z0-9]{8}$/.test(accessId) ? this.parts.addresses.eventOf(accessId) : Promise.resolve(null);
  }

  private limit(network: string, accessId: string, now: number): void {
    if (!this.byAddress.take(network, now))
      throw tooMany('too many registrations from here: wait a little', this.byAddress.wait(network, now));
    if (this.byForm.take(accessId, now)) return;
    this.byAddress.give(network, now);
    throw tooMany('many people register just now: wait a moment', this.byForm.wait(accessId, now));
  }

  /** Looks only. */
  private async call<Input, Value>(
    eventId: string,
    command: Command<Input, Value>,
    input: Input,
  ): Promise<Value> {
    const done = await this.parts.registrar.call({ eventId, person, device }, command, input);
    if (done.ok) return done.value;
    throw new Error(`the desk cannot be read: ${done.error.code} ${done.error.message ?? ''}`);
  }
}
