import { changedSince, showDesk, type Offer } from '#domain/commands/desk.ts';
import {
  cancelOwn,
  ownRegistration,
  renameOwn,
  type OwnRefusal,
  type OwnRegistration,
} from '#domain/commands/ownRegistration.ts';
import { registerAtDesk, type DeskRefusal } from '#domain/commands/registerAtDesk.ts';
import type { Command } from '#domain/commands/command.ts';
import type { FormPart } from '#domain/desk/changedParts.ts';
import { contentOf } from '#domain/desk/content.ts';
import type { Submission } from '#domain/desk/submission.ts';
import { consumerDocument } from '#domain/documents/consumer.ts';
import { PICTURE_ATTACHMENT, PICTURE_TYPES } from '#domain/documents/event.ts';
import { TERMS_ATTACHMENT, termsHolder } from '#domain/documents/form.ts';
import { databaseName, localId as localIdOf } from '#domain/ids.ts';
import { fitsCard } from '#domain/money/cardLimits.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { networkOf } from '../base/network.ts';
import { HttpError, notFound } from '../base/errors.ts';
import { DESK, ownPerson } from '../commands/own.ts';
import type { Registrar } from '../commands/registrar.ts';
import { withContact } from './contact.ts';
import { guestPath, guestToken, readGuestToken } from '../customers/guestLink.ts';
import { read, readAttachment } from '../storage/documents.ts';
import type { Storage } from '../storage/types.ts';
import type { DeskAddresses } from './addresses.ts';
import { diaryOf, OwnFiles, type OwnPaper } from './ownFiles.ts';
import type { Payments } from '../payments/payments.ts';
import { registeredAs, type Registered } from './registered.ts';
import { digestOf, readToken, tokenOf } from './token.ts';
import { Turns } from './turns.ts';

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

const person = ownPerson(DESK);
const device = { id: 'server', name: DESK.name };

interface Place {
  eventId: string;
  localId: string;
  /** Of the link that the registration must still have. */
  version: number;
}

/** The public desk: what anybody may see and do at a form's address (docs/decisions, no. 33). */
export class Desk {
  private readonly parts: DeskParts;
  private readonly turns: Turns;
  private readonly files: OwnFiles;
  /** Who asks at the same moment hears the same. */
  private readonly asked = new Map<string, Promise<Offer | null>>();

  constructor(parts: DeskParts) {
    this.parts = parts;
    this.turns = new Turns(parts);
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
    submitted: Submission,
    { address, termsWording }: { address: string; termsWording: string },
  ): Promise<Result<Registered, DeskRefusal>> {
    const { secret, payments } = this.parts;
    const eventId = await this.at(accessId);
    if (eventId === null) throw notFound('no such form');
    const network = networkOf(address);
    // Whoever is sent away to ask again in a moment has not had a turn.
    this.assertRegistrar();
    await this.turns.take(network, accessId, submitted);
    const judged = withContact(submitted);
    if (!judged.ok) return judged;
    const submission = judged.value;
    const giveBack = submission.code ? this.turns.takeForCode(network) : () => undefined;
    const token = tokenOf(secret, accessId, submission.submissionId);
    const { localId } = readToken(token) ?? { localId: '' };
    const content = digestOf(secret, token, contentOf(submitted));
    const takesCards = submission.paymentType === 'card' && (await payments.takesCards(eventId));
    const done = await this.parts.registrar.call({ eventId, person, device, ends: true }, registerAtDesk, {
      ...{ accessId, localId, submission, content, termsWording, takesCards },
    });
    if (done.ok) {
      if (!done.value.ok) {
        if (done.value.error.field !== 'code') giveBack();
        return done.value;
      }
      giveBack();
      return ok(registeredAs(done.value.value, token, (of) => payments.addressOf(of)));
    }
    const { code, field } = done.error;
    if (code === 'invalid_document')
      return err({ reason: 'invalid', ...(field === undefined ? {} : { field }) });
    if (code === 'event_archived') return err({ reason: 'closed' });
    throw new Error(`the desk cannot register: ${code} ${done.error.message ?? ''}`);
  }

  /** What is different from the page that was shown. */
  async changedSince(accessId: string, formId: string): Promise<readonly FormPart[]> {
    const eventId = await this.at(accessId);
    return eventId === null ? [] : this.call(eventId, changedSince, { accessId, formId });
  }

  /** The PDF of the terms at an address; null where there is none. */
  async terms(accessId: string): Promise<Buffer | null> {
    const { form } = await this.offer(accessId);
    const holder = termsHolder(form);
    return holder === null ? null : this.attachment(accessId, holder, TERMS_ATTACHMENT);
  }

  /** The event's picture. Throws 404 where there is none. */
  async picture(accessId: string): Promise<{ type: string; bytes: Buffer }> {
    const { event } = await this.offer(accessId);
    const known = event._attachments?.[PICTURE_ATTACHMENT]?.content_type;
    const type = PICTURE_TYPES.find((one) => one === known);
    const bytes = type && (await this.attachment(accessId, event._id, PICTURE_ATTACHMENT));
    if (!type || !bytes) throw notFound('no picture');
    return { type, bytes };
  }

  private async attachment(accessId: string, docId: string, name: string): Promise<Buffer | null> {
    const eventId = await this.at(accessId);
    if (eventId === null) return null;
    return readAttachment(await this.parts.storage.openExisting(databaseName(eventId)), docId, name);
  }

  /** The registration that a token opens. Throws 404 where it opens none. */
  async own(token: string): Promise<OwnRegistration> {
    return (await this.found(token)).own;
  }

  /** Gives it up, or says why that cannot be. Throws 404, and 503 where another process decides. */
  async cancel(token: string): Promise<Result<null, OwnRefusal>> {
    const { eventId, localId } = await this.found(token);
    this.assertRegistrar();
    return this.call(eventId, cancelOwn, { localId });
  }

  /** Other names of its guests, by their numbers. */
  async rename(
    token: string,
    names: readonly { number: string; forename: string; surname: string }[],
  ): Promise<Result<null, OwnRefusal | 'invalid'>> {
    const { eventId, localId } = await this.found(token);
    this.assertRegistrar();
    const { registrar } = this.parts;
    const done = await registrar.call({ eventId, person, device }, renameOwn, { localId, names });
    if (done.ok) return done.value;
    if (done.error.code === 'invalid_document') return err('invalid');
    throw new Error(`the desk cannot rename: ${done.error.code}`);
  }

  /** A document of it. Throws 404 where there is none. */
  async paper(token: string, kind: OwnPaper): Promise<Uint8Array> {
    const { eventId, own } = await this.found(token);
    const pdf = await this.files.paper(eventId, own, kind);
    if (pdf === null) throw notFound('no such document');
    return pdf;
  }

  /** Its sessions as a calendar file. */
  async diary(token: string): Promise<string> {
    const own = await this.own(token);
    return diaryOf(own, this.parts.now());
  }

  /** The registration of the token that came with it, or of the link that was sent later. Throws 404 where there is none. */
  private async found(token: string): Promise<{ eventId: string; localId: string; own: OwnRegistration }> {
    const place = (await this.submitted(token)) ?? (await this.linked(token));
    if (place === null) throw notFound('no such registration');
    const { eventId, localId, version } = place;
    const own = await this.call(eventId, ownRegistration, { localId });
    if (own === null || (own.consumer.linkVersion ?? 0) !== version) throw notFound('no such registration');
    return { eventId, localId, own };
  }

  private async submitted(token: string): Promise<Place | null> {
    const read = readToken(token);
    const eventId = read === null ? null : await this.at(read.accessId);
    return read === null || eventId === null ? null : { eventId, localId: read.localId, version: 0 };
  }

  private async linked(token: string): Promise<Place | null> {
    const link = readGuestToken(this.parts.secret, token);
    if (link === null || !(await this.parts.storage.exists(databaseName(link.eventId)))) return null;
    return { eventId: link.eventId, localId: localIdOf(link.consumerId), version: link.version };
  }

  private assertRegistrar(): void {
    if (!this.parts.isRegistrar())
      throw new HttpError(503, 'busy', 'another server registers: try again', undefined, 2);
  }

  /** Which registration a token opens. Throws 404 where it opens none. */
  async whose(token: string): Promise<{ eventId: string; consumerId: string; isEmptied: boolean }> {
    const { eventId, own } = await this.found(token);
    return { eventId, consumerId: own.consumer._id, isEmptied: own.isEmptied };
  }

  /** The way to a guest's own page, for those who may know it. Throws 404 where there is no such registration. */
  async linkTo(eventId: string, consumerId: string): Promise<string> {
    const db = await this.parts.storage.openExisting(databaseName(eventId));
    const consumer = consumerDocument.schema.safeParse(await read(db, consumerId)).data;
    if (consumer?.type !== 'consumer') throw notFound('no such registration');
    return guestPath(guestToken(this.parts.secret, eventId, { ...consumer, _id: consumerId }));
  }

  /** A registration of a guest's account, with the token that opens it; null where it is no more. */
  async ofAccount(
    eventId: string,
    consumerId: string,
  ): Promise<{ token: string; own: OwnRegistration } | null> {
    if (!(await this.parts.storage.exists(databaseName(eventId)))) return null;
    const own = await this.call(eventId, ownRegistration, { localId: localIdOf(consumerId) });
    return own === null ? null : { token: guestToken(this.parts.secret, eventId, own.consumer), own };
  }

  /** Its guest comes back from a page to pay on: what came of that is read now, its news may be late. Throws 404. */
  async hearOfPayment(token: string): Promise<void> {
    const { eventId, consumerId } = await this.whose(token);
    await this.parts.payments.hear(eventId, consumerId);
  }

  /** What its guest may still pay by card, in cents. */
  async toPay(token: string): Promise<number> {
    const { eventId, own } = await this.found(token);
    if (
      own.isEmptied ||
      own.consumer.paymentType !== 'card' ||
      !(await this.parts.payments.takesCards(eventId))
    )
      return 0;
    const { open, currency } = settlementOf(own.consumer);
    return fitsCard(open, currency) ? open : 0;
  }

  private at(accessId: string): Promise<string | null> {
    return /^[A-Za-z0-9]{8}$/.test(accessId) ? this.parts.addresses.eventOf(accessId) : Promise.resolve(null);
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
