import { FILE_LINK_WORDS } from '#i18n/fileLinkWords.ts';
import { databaseName } from '#domain/ids.ts';
import { tooMany } from '../base/errors.ts';
import { paperOf } from '../outbox/compose.ts';
import { factReader } from '../outbox/eventFacts.ts';
import { FILE_LINK_PATH, linkedFile } from '../outbox/fileLinks.ts';
import { frozenOf } from '../outbox/frozen.ts';
import { issuedPapers, openPapers } from '../outbox/papers.ts';
import { historyDatabase, outboxDatabase } from '../storage/types.ts';
import type { ApiParts, ApiRoutes } from './context.ts';
import { answerPage, languageOf } from './page.ts';

/**
 * Files that are too large for a mail, by the address in it: signed, for a time, without a login. An invoice comes as it was
 * issued, an invitation as it is by now. One at a time is made: each may be of 20 MB.
 */
export const messageFileRoutes: ApiRoutes = (app, parts) => {
  const { limits, now } = parts;
  let turn: Promise<unknown> = Promise.resolve();

  app.get(`${FILE_LINK_PATH}/:eventId`, async (request, reply) => {
    if (!limits.mayAskUnknown(request.ip, now())) throw tooMany();
    const language = languageOf(request);
    const { title, expired, unknown } = FILE_LINK_WORDS[language];
    const { eventId } = request.params as { eventId: string };
    const found = await find(parts, eventId, request.query as Record<string, unknown>);
    if (found === null) return answerPage(reply, 404, { language, title, text: unknown });
    if (found.until < now()) return answerPage(reply, 410, { language, title, text: expired });
    const made = turn.then(() => make(parts, eventId, found));
    turn = made.catch(() => undefined);
    const bytes = await made;
    if (bytes === null) return answerPage(reply, 404, { language, title, text: unknown });
    const name = encodeURIComponent(found.name);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .header('x-robots-tag', 'noindex')
      .send(Buffer.from(bytes));
  });
};

interface Found {
  consumerId: string;
  kind: 'invitation' | 'invoice';
  name: string;
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
  const { kind, name } = linked;
  const consumerId = rowId.split('/')[1] ?? '';
  return { consumerId, kind, name, date: frozen.date, until: asked.until };
}

async function make(
  { storage }: ApiParts,
  eventId: string,
  { consumerId, kind, date }: Found,
): Promise<Uint8Array | null> {
  const db = await storage.openExisting(databaseName(eventId));
  const reader = factReader(db);
  await reader.refresh();
  const papers = openPapers(db, issuedPapers(await storage.open(historyDatabase(eventId))));
  return paperOf({ facts: await reader.facts(null, new Set()), papers }, { consumerId }, kind, date);
}
