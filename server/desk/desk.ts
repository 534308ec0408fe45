import type { ServerResponse } from 'node:http';
import { changedSince, deskZone, showDesk, type Offer } from '#domain/commands/desk.ts';
import type { DeskRefusal } from '#domain/commands/judgedAtDesk.ts';
import { registerAtDesk } from '#domain/commands/registerAtDesk.ts';
import type { FormPart } from '#domain/desk/changedParts.ts';
import { contentOf } from '#domain/desk/content.ts';
import type { Submission } from '#domain/desk/submission.ts';
import { PICTURE_ATTACHMENT, PICTURE_TYPES } from '#domain/documents/event.ts';
import { TERMS_ATTACHMENT, termsHolder } from '#domain/documents/form.ts';
import { databaseName } from '#domain/ids.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { networkOf } from '../base/network.ts';
import { notFound } from '../base/errors.ts';
import { read, readAttachment } from '../storage/documents.ts';
import { isNational, withContact } from './contact.ts';
import { BY, DeskCalls, type DeskParts } from './deskCalls.ts';
import { KnownSites } from './frames.ts';
import { HandedOut } from './handedOut.ts';
import { registeredAs, type Registered } from './registered.ts';
import { digestOf, readToken, tokenOf } from './token.ts';
import { Turns } from './turns.ts';

/** The public desk: what anybody may see and do at a form's address (decision 33). */
export class Desk {
  private readonly parts: DeskParts;
  private readonly turns: Turns;
  private readonly calls: DeskCalls;
  private readonly sites = new KnownSites();
  private readonly handedOut = new HandedOut();
  /** Who asks at the same moment hears the same. */
  private readonly asked = new Map<string, Promise<Offer | null>>();

  constructor(parts: DeskParts) {
    this.parts = parts;
    this.turns = new Turns(parts);
    this.calls = new DeskCalls(parts);
  }

  /** Whether an address is some event's: whoever tries others is limited like all who ask for what is unknown. */
  async knows(accessId: string): Promise<boolean> {
    return (await this.calls.at(accessId)) !== null;
  }

  /** What is offered at an address now. Throws 404 where nothing is. */
  async offer(accessId: string): Promise<Offer> {
    const asked = this.asked.get(accessId) ?? this.ask(accessId);
    const offer = await asked;
    if (offer === null) throw notFound('no such form');
    this.sites.note(accessId, offer.event);
    return offer;
  }

  /** The sites that may show what stands at an address, as far as that is known at once. */
  sitesOf(accessId: string): string[] {
    return this.sites.of(accessId);
  }

  private ask(accessId: string): Promise<Offer | null> {
    const answer = this.calls
      .at(accessId)
      .then((eventId) => (eventId === null ? null : this.offerOf(eventId, accessId)));
    this.asked.set(accessId, answer);
    const forget = (): void => void this.asked.delete(accessId);
    answer.then(forget, forget);
    return answer;
  }

  private async offerOf(eventId: string, accessId: string): Promise<Offer | null> {
    const offer = await this.calls.call(eventId, showDesk, { accessId });
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
    const eventId = await this.calls.at(accessId);
    if (eventId === null) throw notFound('no such form');
    const network = networkOf(address);
    // Whoever is sent away to ask again in a moment has not had a turn.
    this.calls.assertRegistrar();
    await this.turns.take(network, accessId, submitted);
    const timeZone = isNational(submitted) ? await this.calls.call(eventId, deskZone, null) : null;
    const judged = withContact(submitted, timeZone);
    if (!judged.ok) return judged;
    const submission = judged.value;
    const giveBack = submission.code
      ? await this.turns.takeForCode(network, accessId, submission)
      : () => undefined;
    const token = tokenOf(secret, accessId, submission.submissionId);
    const { localId } = readToken(token) ?? { localId: '' };
    const content = digestOf(secret, token, contentOf(submitted));
    const takesCards = submission.paymentType === 'card' && (await payments.takesCards(eventId));
    const done = await this.parts.registrar.call({ eventId, ...BY, ends: true }, registerAtDesk, {
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
    const eventId = await this.calls.at(accessId);
    return eventId === null ? [] : this.calls.call(eventId, changedSince, { accessId, formId });
  }

  /** The PDF of the terms at an address, for this answer; null where there is none. */
  async terms(accessId: string, reply: ServerResponse): Promise<Buffer | null> {
    const { form } = await this.offer(accessId);
    const holder = termsHolder(form);
    return holder === null ? null : this.attachment(accessId, holder, TERMS_ATTACHMENT, reply);
  }

  /** The event's picture, for this answer. Throws 404 where there is none. */
  async picture(accessId: string, reply: ServerResponse): Promise<{ type: string; bytes: Buffer }> {
    const { event } = await this.offer(accessId);
    const known = event._attachments?.[PICTURE_ATTACHMENT]?.content_type;
    const type = PICTURE_TYPES.find((one) => one === known);
    const bytes = type && (await this.attachment(accessId, event._id, PICTURE_ATTACHMENT, reply));
    if (!type || !bytes) throw notFound('no picture');
    return { type, bytes };
  }

  private async attachment(
    accessId: string,
    docId: string,
    name: string,
    reply: ServerResponse,
  ): Promise<Buffer | null> {
    const eventId = await this.calls.at(accessId);
    if (eventId === null) return null;
    const db = await this.parts.storage.openExisting(databaseName(eventId));
    const files = (await read(db, docId))?.['_attachments'] as
      Record<string, { digest?: string }> | undefined;
    const digest = files?.[name]?.digest;
    if (digest === undefined) return null;
    return this.handedOut.bytesFor(reply, `${eventId} ${docId} ${name} ${digest}`, () =>
      readAttachment(db, docId, name),
    );
  }
}
