import type { Caller, Command } from '#domain/commands/command.ts';
import type { Documents } from '#domain/commands/documents.ts';
import { run } from '#domain/commands/run.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Placement, Session, SessionEntry } from '#domain/documents/session.ts';
import { optionNames } from '#domain/checkins/doorFigures.ts';
import type { Language } from '#domain/config.ts';
import { ok } from '#domain/result.ts';
import { tableLabel } from '#domain/sessions/placement.ts';
import { describeChange, timeInWords, type HistoryChange } from '#i18n/history.ts';
import { PERSON_WORDS } from '#i18n/personWords.ts';
import { issued, issuedPdf, recordOf } from '../../invoices/records.ts';
import { frozenOf } from '../../outbox/ledger/frozen.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import {
  historyDatabase,
  outboxDatabase,
  type AnyDoc,
  type Database,
  type Storage,
} from '../../storage/types.ts';
import { areTheirs, tellingOf } from './history.ts';

/** All that is kept of one guest. Codes have beside them, in `words`, what they mean in the language of who asks. */
export interface PersonData {
  event: { id: string; title: string };
  guest: AnyDoc;
  registration: AnyDoc | null;
  sessions: AnyDoc[];
  checkins: AnyDoc[];
  messages: AnyDoc[];
  invoices: AnyDoc[];
  history: AnyDoc[];
}

type Product = NonNullable<SessionEntry['product']>;

type Known = Omit<PersonData, 'event' | 'messages' | 'invoices' | 'history'> & {
  title: string;
  /** The event's; null where it has none. */
  timeZone: string | null;
  client: Client;
  consumer: Consumer | null;
  /** What the options of products are called. */
  options: ReadonlyMap<string, string>;
};

interface Parts {
  storage: Storage;
  outbox: Outbox;
  documents: Documents;
  caller: Caller;
  language: Language;
}

/** Null where there is no such guest. Of others who registered with them nothing is told. */
export async function personData(
  { storage, outbox, documents, caller, language }: Parts,
  eventId: string,
  clientId: string,
): Promise<PersonData | null> {
  const seen = await run(documents, lookUp, { clientId, language }, caller);
  if (!seen.ok || seen.value.value === null) return null;
  const { client, consumer, title, options, timeZone, ...known } = seen.value.value;
  const zone = timeZone ?? undefined;
  const worded = (doc: AnyDoc): AnyDoc => inWords(doc, language, zone);
  const historyDb = await storage.open(historyDatabase(eventId));
  const names = new Set([nameOf(client), nameOf(consumer?.person)]);
  names.delete('');
  const history: AnyDoc[] = [];
  const ids = new Set([clientId, ...(consumer === null ? [] : [consumer._id])]);
  const traces = { ids, names };
  // Older entries name people by their names alone, who may be others.
  for await (const docs of tellingOf(historyDb, traces))
    for (const doc of docs)
      if (doc.of !== undefined) {
        const { createdAt, code } = doc;
        const told = {
          code,
          params: onlyOwn(doc.params, areTheirs(doc, traces)),
        } as unknown as HistoryChange;
        const text = describeChange(told.code, told.params, language, zone, options);
        history.push(worded({ time: createdAt * 1000, ...told, text }));
      }
  return {
    event: { id: eventId, title },
    guest: worded(known.guest),
    registration: known.registration && worded(known.registration),
    sessions: known.sessions.map(worded),
    checkins: known.checkins.map(worded),
    messages:
      consumer === null ? [] : (await messagesTo({ storage, outbox }, eventId, consumer._id)).map(worded),
    invoices: consumer === null ? [] : await invoicesOf(historyDb, consumer),
    history: history.reverse(),
  };
}

const lookUp: Command<{ clientId: string; language: Language }, Known | null> = (
  view,
  { clientId, language },
) => {
  const titleOf = (doc: Titled | null | undefined): string =>
    (language === 'fr' && doc?.titleFrench ? doc.titleFrench : doc?.title) ?? '';
  const client = view.document('client', clientId);
  if (client === null) return ok({ value: null, write: [] });
  const consumer = client.consumerId == null ? null : view.document('consumer', client.consumerId);
  const event = view.document('event', 'event');
  const ids = [...view.documents('session').keys()];
  const options = optionNames([...view.documents('form').values()]);
  const sessions = ids.flatMap((id) => {
    const session = view.entriesOf(id)?.session;
    const entry = session?.clients.find((one) => one.clientId === clientId);
    return session === undefined || entry === undefined
      ? []
      : [
          {
            ...{ session: titleOf(session), date: session.date },
            ...{ placement: entry.placement, product: entry.product },
            ...placeOf(session, entry.placement),
            ...(entry.product?.optionId == null
              ? {}
              : { option: options.get(entry.product.optionId) ?? null }),
          },
        ];
  });
  const checkins = ids.flatMap((id) =>
    view.checkinsOf(id, clientId).map(({ action, time, method, device }) => {
      return {
        session: titleOf(view.document('session', id)),
        action,
        time,
        method,
        device: device.name,
      };
    }),
  );
  return ok({
    value: {
      title: titleOf(event),
      timeZone: event?.timeZone ?? null,
      ...{ client, consumer, guest: plain(client), registration: consumer && plain(consumer) },
      ...{ sessions, checkins, options },
    },
    write: [],
  });
};

type Titled = Pick<Session, 'title' | 'titleFrench'>;

/** A place as it stands on tickets: the table's number or name, the seat counted from 1. */
function placeOf(
  session: Session,
  placement: Placement | null | undefined,
): { table?: string; seat?: number } {
  if (placement?.tableId == null) return {};
  const tableId = String(placement.tableId);
  const seat = placement.seatIndex == null ? {} : { seat: placement.seatIndex + 1 };
  return { table: tableLabel(tableId, session.plan?.state.tables[tableId]), ...seat };
}

/** Of fields whose values are of fixed lists, and of times, the words beside them. */
function inWords(doc: AnyDoc, language: Language, timeZone: string | undefined): AnyDoc {
  const known = PERSON_WORDS[language];
  const words = Object.entries(doc).flatMap(([field, code]) => {
    const kind = field === 'product' ? (code as Product | null)?.kind : code;
    const word =
      field === 'time' && typeof code === 'number'
        ? timeInWords(code, language, timeZone)
        : known[`${WORDED[field] ?? field}:${String(kind)}`];
    return word === undefined ? [] : [[field, word] as const];
  });
  return words.length === 0 ? doc : { ...doc, words: Object.fromEntries(words) };
}

/** Fields with the words of another one. */
const WORDED: Readonly<Record<string, string>> = { statusBefore: 'status', notifMethod: 'method' };

/** Without others who are named beside them. */
const onlyOwn = (params: object, isOwn: readonly boolean[]): object =>
  'names' in params && Array.isArray(params.names)
    ? { ...params, names: params.names.filter((_, at) => isOwn[at]) }
    : params;

const nameOf = (who: { forename?: unknown; surname?: unknown } | null | undefined): string =>
  [who?.forename, who?.surname].filter((part) => typeof part === 'string' && part !== '').join(' ');

function plain(doc: object): AnyDoc {
  const { _rev, ...rest } = doc as AnyDoc;
  return rest;
}

/** As they were sent; of earlier ones that were taken away, what became of them. */
async function messagesTo(
  { storage, outbox }: Pick<Parts, 'storage' | 'outbox'>,
  eventId: string,
  consumerId: string,
): Promise<AnyDoc[]> {
  if (!(await storage.exists(outboxDatabase(eventId)))) return [];
  const ledger = await outbox.ledger(eventId);
  await ledger.refresh();
  const rows = [...ledger.of(consumerId)].sort((a, b) => a.createdAt - b.createdAt);
  return Promise.all(
    rows.map(async ({ _id, method, state, at }) => {
      const frozen = await frozenOf(ledger.db, _id);
      if (frozen === null) return { method, state, time: at };
      const { to, text } = frozen;
      return {
        method,
        state,
        time: at,
        to,
        text,
        ...('subject' in frozen ? { subject: frozen.subject } : {}),
      };
    }),
  );
}

async function invoicesOf(historyDb: Database, { invoices }: Consumer): Promise<AnyDoc[]> {
  const found = await Promise.all(
    (invoices ?? []).map(async ({ kind, index }) => {
      const doc = await issued(historyDb, { kind, index });
      if (doc === null) return [];
      const pdf = await issuedPdf(historyDb, { kind, index });
      return [{ ...recordOf(doc).data, pdf: pdf && Buffer.from(pdf.bytes).toString('base64') }];
    }),
  );
  return found.flat();
}
