import type { ServerResponse } from 'node:http';
import {
  cancelOwn,
  ownRegistration,
  renameOwn,
  type NewName,
  type OwnRefusal,
  type OwnRegistration,
} from '#domain/commands/ownRegistration.ts';
import { consumerDocument } from '#domain/documents/consumer.ts';
import { isErased } from '#domain/documents/erasure.ts';
import { databaseName, localId as localIdOf } from '#domain/ids.ts';
import { fitsCard } from '#domain/money/cardLimits.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { err, type Result } from '#domain/result.ts';
import type { InvoiceData } from '#domain/templates/invoiceData.ts';
import { isHeap, isSeen } from '#domain/text/unseen.ts';
import { paperFileName } from '#i18n/ownTemplateWords.ts';
import { notFound } from '../base/errors.ts';
import { guestPath, guestToken, readGuestToken } from '../customers/guestLink.ts';
import { read } from '../storage/documents.ts';
import { BY, DeskCalls, type DeskParts } from './deskCalls.ts';
import { diaryOf, OwnFiles, type OwnPaper } from './ownFiles.ts';
import { readToken } from './token.ts';

interface Place {
  eventId: string;
  localId: string;
  /** Of the link that the registration must still have. */
  version: number;
}

export interface NamedPaper {
  /** Without its ending, in the language of the registration. */
  name: string;
  bytes: Uint8Array;
}

/** What guests see and do of their own: with the token of a registration, or the link that was sent later. */
export class OwnDesk {
  private readonly parts: DeskParts;
  private readonly calls: DeskCalls;
  private readonly files: OwnFiles;

  constructor(parts: DeskParts) {
    this.parts = parts;
    this.calls = new DeskCalls(parts);
    this.files = new OwnFiles(parts.storage, parts.now);
  }

  /** The registration that a token opens. Throws 404 where it opens none. */
  async own(token: string): Promise<OwnRegistration> {
    return (await this.found(token)).own;
  }

  /** Gives it up, or says why that cannot be. Throws 404, and 503 where another process decides. */
  async cancel(token: string): Promise<Result<null, OwnRefusal>> {
    const { eventId, localId } = await this.found(token);
    this.calls.assertRegistrar();
    return this.calls.call(eventId, cancelOwn, { localId });
  }

  /** Other names of its guests, by their numbers. */
  async rename(token: string, names: readonly NewName[]): Promise<Result<null, OwnRefusal | 'invalid'>> {
    const { eventId, localId } = await this.found(token);
    const written = names.flatMap(({ forename, surname }) => [forename, surname]);
    if (written.some((name) => name !== '' && (!isSeen(name) || isHeap(name)))) return err('invalid');
    this.calls.assertRegistrar();
    const { registrar } = this.parts;
    const done = await registrar.call({ eventId, ...BY }, renameOwn, { localId, names });
    if (done.ok) return done.value;
    if (done.error.code === 'invalid_document') return err('invalid');
    throw new Error(`the desk cannot rename: ${done.error.code}`);
  }

  /** A document of it, for this answer. Throws 404 where there is none, 429 where the guest takes none of those before. */
  async paper(token: string, kind: OwnPaper, reply: ServerResponse): Promise<NamedPaper> {
    const { eventId, own } = await this.found(token);
    const pdf = await this.files.paper(eventId, own, kind, reply);
    if (pdf === null) throw notFound('no such document');
    return { name: paperFileName(own.language, kind), bytes: pdf };
  }

  /** What its invoice says, as it was issued; null where there is none. Throws 404. */
  async invoice(token: string): Promise<InvoiceData | null> {
    const { eventId, own } = await this.found(token);
    return this.files.invoice(eventId, own);
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
    const own = await this.calls.call(eventId, ownRegistration, { localId });
    if (own === null || (own.consumer.linkVersion ?? 0) !== version) throw notFound('no such registration');
    return { eventId, localId, own };
  }

  private async submitted(token: string): Promise<Place | null> {
    const read = readToken(token);
    const eventId = read === null ? null : await this.calls.at(read.accessId);
    return read === null || eventId === null ? null : { eventId, localId: read.localId, version: 0 };
  }

  private async linked(token: string): Promise<Place | null> {
    const link = readGuestToken(this.parts.secret, token);
    if (link === null || !(await this.parts.storage.exists(databaseName(link.eventId)))) return null;
    return { eventId: link.eventId, localId: localIdOf(link.consumerId), version: link.version };
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
    if (consumer?.type !== 'consumer' || isErased(consumer)) throw notFound('no such registration');
    return guestPath(guestToken(this.parts.secret, eventId, { ...consumer, _id: consumerId }));
  }

  /** A registration of a guest's account, with the token that opens it; null where it is no more. */
  async ofAccount(
    eventId: string,
    consumerId: string,
  ): Promise<{ token: string; own: OwnRegistration } | null> {
    if (!(await this.parts.storage.exists(databaseName(eventId)))) return null;
    const own = await this.calls.call(eventId, ownRegistration, { localId: localIdOf(consumerId) });
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
}
