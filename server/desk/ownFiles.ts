import type { ServerResponse } from 'node:http';
import type { OwnRegistration } from '#domain/commands/ownRegistration.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { calendarFile } from '#domain/desk/calendarFile.ts';
import { calendarOf, dayText } from '#domain/days.ts';
import { databaseName } from '#domain/ids.ts';
import { standingPaper } from '#domain/money/invoice.ts';
import { sessionTimes } from '#domain/sessions/sessionTimes.ts';
import type { InvoiceData } from '#domain/templates/invoiceData.ts';
import { Outgoing } from '../base/outgoing.ts';
import { issued, recordOf } from '../invoices/records.ts';
import { paperOf } from '../outbox/compose/compose.ts';
import { lastReader } from '../outbox/compose/eventFacts.ts';
import { issuedPapers, openPapers } from '../outbox/compose/papers.ts';
import { historyDatabase, type Storage } from '../storage/types.ts';

export const OWN_PAPERS = ['invitation', 'invoice'] as const;
export type OwnPaper = (typeof OWN_PAPERS)[number];

/** Makes documents of guests' own registrations, one at a time, and few for a guest who takes none: each may be of 20 MB. */
export class OwnFiles {
  private readonly storage: Storage;
  private readonly now: () => number;
  private readonly reader = lastReader();
  private readonly outgoing = new Outgoing();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(storage: Storage, now: () => number) {
    this.storage = storage;
    this.now = now;
  }

  /** For this answer; null where there is none. An invoice is the one that was issued, byte for byte. Throws 429. */
  paper(
    eventId: string,
    { papers, consumer }: OwnRegistration,
    kind: OwnPaper,
    reply: ServerResponse,
  ): Promise<Uint8Array | null> {
    if (!papers[kind]) return Promise.resolve(null);
    const made = this.turn.then(() =>
      this.outgoing.given(
        { user: consumer._id, reply },
        () => this.make(eventId, consumer, kind),
        ({ length }) => length,
      ),
    );
    this.turn = made.catch(() => undefined);
    return made;
  }

  /** What the invoice says that is to be paid, as it was issued; null where there is none. */
  async invoice(eventId: string, { consumer, papers }: OwnRegistration): Promise<InvoiceData | null> {
    const paper = papers.invoice ? standingPaper(consumer) : null;
    if (paper?.kind !== 'invoice') return null;
    const record = await issued(await this.storage.open(historyDatabase(eventId)), paper);
    return record === null ? null : recordOf(record).data;
  }

  private async make(eventId: string, consumer: Consumer, kind: OwnPaper): Promise<Uint8Array | null> {
    const db = await this.storage.openExisting(databaseName(eventId));
    const issuedOf = issuedPapers({ db, historyDb: await this.storage.open(historyDatabase(eventId)) });
    if (kind === 'invoice') {
      const paper = await issuedOf(consumer);
      return paper?.ok === true ? paper.bytes() : null;
    }
    const reader = this.reader(db);
    await reader.refresh();
    const papers = openPapers(db, issuedOf);
    const facts = await reader.facts(null, new Set());
    return paperOf({ facts, papers }, { consumerId: consumer._id }, kind, this.now());
  }
}

/** The sessions of a registration for the guest's diary. */
export function diaryOf({ consumer, event, guests, language }: OwnRegistration, now: number): string {
  const calendar = calendarOf(event.timeZone);
  const titleOf = (one: { title: string; titleFrench?: string | null | undefined }): string =>
    language === 'fr' && one.titleFrench ? one.titleFrench : one.title;
  const sessions = new Map(
    guests.flatMap((guest) => guest.sessions).map(({ session }) => [session._id, session]),
  );
  const entries = [...sessions.values()].map((session) => {
    const { begin, end, isWholeDay } = sessionTimes(session, calendar);
    const day = calendar.dayOf(session.date);
    const coming = guests.filter((guest) => guest.sessions.some((one) => one.session._id === session._id));
    return {
      ...{ uid: `${session._id}-${consumer._id}@foyer`, begin, end },
      days: isWholeDay ? { first: dayText(day), next: dayText(day + 1) } : null,
      title: `${titleOf(event)}: ${titleOf(session)}`,
      text: coming
        .map(({ client }) => `${client.forename} ${client.surname} · ${client.number ?? ''}`)
        .join('\n'),
      location: event.location ?? '',
    };
  });
  return calendarFile(entries, now);
}
