import { showDesk, type Offer } from '#domain/commands/desk.ts';
import {
  cancelOwn,
  ownRegistration,
  renameOwn,
  type OwnRefusal,
  type OwnRegistration,
} from '#domain/commands/ownRegistration.ts';
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
import { diaryOf, OwnFiles, type OwnPaper } from './ownFiles.ts';
import type { Payments } from '../payments/payments.ts';
import { readToken, tokenOf } from './token.ts';

export interface DeskParts {
  storage: Storage;
  addresses: DeskAddresses;
  registrar: Registrar;
  payments: Payments;
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
  /** Where it is paid by card. */
  paymentUrl?: string;
}

/** The public desk: what anybody may see and do at a form's address (docs/decisions, no. 33). */
export class Desk {
  private readonly parts: DeskParts;
  /** Submissions of one network: a company at its desks must pass, a machine that fills an event not. */
  private readonly byAddress = new Buckets({ burst: 1000, perSecond: 2 });
  /** Of one form, from everywhere. */
  private readonly byForm = new Buckets({ burst: 5000, perSecond: 200 });
  private readonly files: OwnFiles;
  /** Who asks at the same moment hears the same. */
  private readonly asked = new Map<string, Promise<Offer | null>>();

  constructor(parts: DeskParts) {
    this.parts = parts;
    this.files = new OwnFiles(parts.storage, parts.now);
  }

  /** Whether an address is some event's: whoever tries others is limited like all who ask for what is unknown. */
  async knows(accessId: string): Promise<boolean> {
    return (await this.at(accessId)) !== null;
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
      eventId === null ? null : this.offerOf(eventId, accessId),
    );
    this.asked.set(accessId, answer);
    const forget = (): void => void this.asked.delete(accessId);
    answer.then(forget, forget);
    return answer;
  }

  private async offerOf(eventId: string, accessId: string): Promise<Offer | null> {
    const offer = await this.call(eventId, showDesk, { accessId });
    if (offer === null || (await this.parts.payments.takesCards(eventId))) return offer;
    const paymentTypes = offer.event.paymentTypes.filter((type) => type !== 'card');
    return { ...offer, event: { ...offer.event, paymentTypes } };
  }

  /** Registers, once for each `submissionId`. Throws 404, 429, and 503 where another process does this. */
  async register(
    accessId: string,
    submission: Submission,
    { address, termsWording }: { address: string; termsWording: string },
  ): Promise<Result<Registered, DeskRefusal>> {
    const { now, secret, payments } = this.parts;
    const eventId = await this.at(accessId);
    if (eventId === null) throw notFound('no such form');
    this.limit(networkOf(address), accessId, now());
    this.assertRegistrar();
    const token = tokenOf(secret, accessId, submission.submissionId);
    const { localId } = readToken(token) ?? { localId: '' };
    const isByCard = submission.paymentType === 'card';
    const takesCards = isByCard && (await payments.takesCards(eventId));
    const done = await this.parts.registrar.call({ eventId, person, device }, registerAtDesk, {
      ...{ accessId, localId, submission, termsWording, takesCards },
    });
    if (done.ok) {
      if (!done.value.ok) return done.value;
      const isToPay = isByCard && done.value.value.amount + done.value.value.amountVat > 0;
      const paymentUrl = isToPay ? { paymentUrl: payments.addressOf(token) } : {};
      return ok({ ...done.value.value, token, ...paymentUrl });
    }
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
    const { eventId, localId } = await this.opened(token);
    const own = await this.call(eventId, ownRegistration, { localId });
    if (own === null) throw notFound('no such registration');
    return own;
  }

  /** Gives it up, or says why that cannot be. Throws 404, and 503 where another process decides. */
  async cancel(token: string): Promise<Result<null, OwnRefusal>> {
    const { eventId, localId } = await this.opened(token);
    this.assertRegistrar();
    return this.call(eventId, cancelOwn, { localId });
  }

  /** Other names of its guests, by their numbers. */
  async rename(
    token: string,
    names: readonly { number: string; forename: string; surname: string }[],
  ): Promise<Result<null, OwnRefusal | 'invalid'>> {
    const { eventId, localId } = await this.opened(token);
    this.assertRegistrar();
    const { registrar } = this.parts;
    const done = await registrar.call({ eventId, person, device }, renameOwn, { localId, names });
    if (done.ok) return done.value;
    if (done.error.code === 'invalid_document') return err('invalid');
    throw new Error(`the desk cannot rename: ${done.error.code}`);
  }

  /** A document of it. Throws 404 where there is none. */
  async paper(token: string, kind: OwnPaper): Promise<Uint8Array> {
    const { eventId } = await this.opened(token);
    const pdf = await this.files.paper(eventId, await this.own(token), kind);
    if (pdf === null) throw notFound('no such document');
    return pdf;
  }

  /** Its sessions as a calendar file. */
  async diary(token: string): Promise<string> {
    const own = await this.own(token);
    const language = own.consumer.person?.language ?? own.form?.language ?? 'fr';
    return diaryOf(own, language, this.parts.now());
  }

  private async opened(token: string): Promise<{ eventId: string; localId: string }> {
    const read = readToken(token);
    const eventId = read === null ? null : await this.at(read.accessId);
    if (read === null || eventId === null) throw notFound('no such registration');
    return { eventId, localId: read.localId };
  }

  private assertRegistrar(): void {
    if (!this.parts.isRegistrar())
      throw new HttpError(503, 'unavailable', 'another server registers: try again', undefined, 2);
  }

  /** Which registration a token opens. Throws 404 where it opens none. */
  async whose(token: string): Promise<{ eventId: string; consumerId: string }> {
    const { consumer } = await this.own(token);
    const eventId = await this.at(readToken(token)?.accessId ?? '');
    if (eventId === null) throw notFound('no such registration');
    return { eventId, consumerId: consumer._id };
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
