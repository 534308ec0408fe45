import type { FastifyReply } from 'fastify';
import { FILE_LINK_WORDS } from '#i18n/fileLinkWords.ts';
import { databaseName } from '#domain/ids.ts';
import { tooMany } from '../base/errors.ts';
import { Outgoing } from '../base/outgoing.ts';
import { sentInvoice, type TakenBack } from '../invoices/sent.ts';
import { paperOf } from '../outbox/compose/compose.ts';
import { lastReader, type FactReader } from '../outbox/compose/eventFacts.ts';
import { FILE_LINK_PATH, linkedFile } from '../outbox/compose/fileLinks.ts';
import { frozenOf } from '../outbox/ledger/frozen.ts';
import { issuedPapers, openPapers } from '../outbox/compose/papers.ts';
import { historyDatabase, outboxDatabase, type Database } from '../storage/types.ts';
import type { ApiParts, ApiRoutes } from './context.ts';
import { answerPage, languageOf, type PlainPage } from './page.ts';

/**
 * Files that are too large for a mail, by the address in it: signed, for a time, without a login. An invoice comes as the mail was
 * about it; one that was taken back since is not to be paid, so a page says that first. An invitation comes as it is by now. One at a
 * time is made, and few for somebody who takes none: each may be of 20 MB.
 */
export const messageFileRoutes: ApiRoutes = (app, parts) => {
  const { limits, now } = parts;
  let turn: Promise<unknown> = Promise.resolve();
  const readerOf = lastReader();
  const outgoing = new Outgoing();

  app.get(`${FILE_LINK_PATH}/:eventId`, async (request, reply) => {
    if (!limits.mayAskUnknown(request.ip, now())) throw tooMany();
    const language = languageOf(request);
    const { title, expired, unknown } = FILE_LINK_WORDS[language];
    const { eventId } = request.params as { eventId: string };
    const query = request.query as Record<string, unknown>;
    const found = await find(parts, eventId, query);
    if (found === null) return answerPage(reply, 404, { language, title, text: unknown });
    if (found.until < now()) return answerPage(reply, 410, { language, title, text: expired });
    const made = turn.then(() =>
      outgoing.given(
        { user: found.consumerId, reply: reply.raw },
        () => make(parts, readerOf, eventId, found, query['paper']),
        (file) => ('bytes' in file ? file.bytes.length : 0),
      ),
    );
    turn = made.catch(() => undefined);
    const file = await made;
    if (file === null) return answerPage(reply, 404, { language, title, text: unknown });
    return 'bytes' in file
      ? sendFile(reply, file)
      : answerPage(reply, 200, takenBackPage(file, language, query as Record<string, string>));
  });
};

interface File {
  name: string;
  bytes: Uint8Array;
}

const sendFile = (reply: FastifyReply, { name, bytes }: File): FastifyReply =>
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-robots-tag', 'noindex')
    .send(Buffer.from(bytes));

function takenBackPage(
  { invoice, credit, holds }: TakenBack,
  language: PlainPage['language'],
  query: Record<string, string>,
): PlainPage {
  const w = FILE_LINK_WORDS[language];
  const hrefOf = (paper: string): string => `?${new URLSearchParams({ ...query, paper })}`;
  return {
    ...{ language, title: w.title, text: w.takenBack(invoice, credit) },
    links: [
      ...(holds.lacks == null ? [{ href: hrefOf('now'), text: w.holds[holds.kind](holds.number) }] : []),
      { href: hrefOf('sent'), text: w.asSent(invoice) },
    ],
  };
}

interface Found {
  consumerId: string;
  kind: 'invitation' | 'invoice';
  name: string;
  sha256: string;
  date: number;
  until: number;
}

async function find(
  { access, outbox, storage }: ApiParts,
  eventId: string,
  { row: rowId, file, until, signature }: Record<string, unknown>,
): Promise<Found | null> {
  if (typeof rowId !== 'string' || typeof signature !== 'string') return null;
  if (!(await access.events()).some(({ id }) => id === eventId)) return null;
  if (!(await storage.exists(outboxDatabase(eventId)))) return null;
  const { db } = await outbox.ledger(eventId);
  const frozen = await frozenOf(db, rowId);
  if (frozen?.method !== 'email') return null;
  const asked = { index: Number(file), until: Number(until), signature };
  const linked = linkedFile(frozen, rowId, asked);
  // The organiser's own go along with the mail.
  if (linked === null || linked.kind === 'own') return null;
  const { kind, name, sha256 } = linked;
  const consumerId = rowId.split('/')[1] ?? '';
  return { consumerId, kind, name, sha256, date: frozen.date, until: asked.until };
}

async function make(
  { storage }: ApiParts,
  readerOf: (db: Database) => FactReader,
  eventId: string,
  { consumerId, kind, name, sha256, date }: Found,
  asked: unknown,
): Promise<File | TakenBack | null> {
  const db = await storage.openExisting(databaseName(eventId));
  const history = await storage.open(historyDatabase(eventId));
  const reader = readerOf(db);
  await reader.refresh();
  const facts = await reader.facts(null, new Set());
  const consumer = facts.source.consumers.get(consumerId);
  const issuedOf = issuedPapers({ db, historyDb: history });
  const sent =
    kind === 'invoice' && consumer ? await sentInvoice({ db, historyDb: history }, consumer, sha256) : null;
  if (sent === 'lost') return null;
  if (sent === null || consumer === undefined) {
    const bytes = await paperOf({ facts, papers: openPapers(db, issuedOf) }, { consumerId }, kind, date);
    return bytes && { name, bytes };
  }
  const { bytes, takenBack } = sent;
  if (takenBack === null || asked === 'sent') return { name, bytes };
  if (asked !== 'now') return takenBack;
  const paper = await issuedOf(consumer);
  return paper?.ok === true ? { name: paper.name, bytes: await paper.bytes() } : null;
}
