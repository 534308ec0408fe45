import { emptiedOf } from '#domain/money/moneyList.ts';
import type { AudienceSource } from '#domain/notifications/audience.ts';
import { stockOf, type ServiceState } from '#domain/notifications/stock.ts';
import { reading } from '#domain/commands/run.ts';
import type { DocOf } from '#domain/documents/index.ts';
import type { Consumer, NotifMethod } from '#domain/documents/consumer.ts';
import type { EventDoc } from '#domain/documents/event.ts';
import { factsAbout, type FactSource } from '#domain/templates/facts.ts';
import { ownTimeZone } from '#domain/days.ts';
import { EVENT_DOC_ID } from '#domain/ids.ts';
import { MASK } from '#domain/services/secrets.ts';
import { lackingIn } from '#domain/services/settings.ts';
import type { Notif } from '#domain/documents/notif.ts';
import { databaseView } from '../../commands/view.ts';
import { changesOf } from '../../commands/written.ts';
import type { ServiceSettings } from '../../services/services.ts';
import type { Database } from '../../storage/types.ts';

/** An event's documents as messages look at them, all of one moment. */
export interface EventFacts {
  notifs: ReadonlyMap<string, Notif>;
  source: AudienceSource & FactSource;
  registrationOf: ReturnType<typeof factsAbout>;
  invitations: ReadonlyMap<string, DocOf<'invitationtemplate'>>;
  invoices: ReadonlyMap<string, DocOf<'invoicetemplate'>>;
  whatsappTemplates: ReadonlyMap<string, DocOf<'whatsapptemplate'>>;
}

export interface FactReader {
  /** Cheap: most events have none, and nothing else need be read then. */
  notifs(): Promise<ReadonlyMap<string, Notif>>;
  consumers(): Promise<ReadonlyMap<string, Consumer>>;
  /** `optedOut`: who wants no news. */
  facts(settings: ServiceSettings | null, optedOut: ReadonlySet<string>): Promise<EventFacts>;
  refresh(): Promise<void>;
}

export function factReader(db: Database): FactReader {
  const view = databaseView(db);
  const changes = changesOf(db);
  return {
    notifs: () => reading(() => view.documents('notif')),
    consumers: () => reading(() => view.documents('consumer')),
    refresh: async () => view.refresh((await changes.next()) ?? []),
    facts: (settings, optedOut) =>
      reading(() => {
        const sessionIds = [...view.documents('session').keys()];
        const sessions = sessionIds.flatMap((id) => view.entriesOf(id)?.session ?? []);
        const found: FactSource['event'] =
          view.document('event', EVENT_DOC_ID) ?? ({ title: '' } as Pick<EventDoc, 'title'>);
        // Asked of the platform once, not for each letter.
        const event: FactSource['event'] = { ...found, timeZone: found.timeZone || ownTimeZone() };
        const [invitations, invoices] = [
          view.documents('invitationtemplate'),
          view.documents('invoicetemplate'),
        ];
        const whatsappTemplates = view.documents('whatsapptemplate');
        const stock = stockOf({
          services: serviceStates(settings),
          invitations: invitations.values(),
          invoices: invoices.values(),
          whatsappTemplates: whatsappTemplates.keys(),
          optedOut,
        });
        const [consumers, clients] = [view.documents('consumer'), view.clients()];
        const emptied = emptiedOf(view.documents('client').values());
        const source = { event, consumers, clients, emptied, sessions, stock };
        return {
          notifs: view.documents('notif'),
          source,
          registrationOf: factsAbout(source),
          ...{ invitations, invoices, whatsappTemplates },
        };
        // The acts of each session are a read of their own.
      }, Infinity),
  };
}

/** Where nobody asks for so long, what was read is forgotten, ms. */
const IDLE = 60_000;

/** Of the event that was asked for last: each guest's document takes all of it, and hundreds ask for theirs at once. */
export function lastReader(): (db: Database) => FactReader {
  let known: { db: Database; reader: FactReader } | null = null;
  let timer: NodeJS.Timeout | undefined;
  return (db) => {
    clearTimeout(timer);
    timer = setTimeout(() => (known = null), IDLE).unref();
    known = known?.db === db ? known : { db, reader: factReader(db) };
    return known.reader;
  };
}

/** Whether messages can go each way. */
export const serviceStates = (settings: ServiceSettings | null): Record<NotifMethod, ServiceState> => ({
  email: stateOf('email', settings, settings?.email?.password),
  sms: stateOf('sms', settings, settings?.sms?.token),
  whatsapp: stateOf('whatsapp', settings, settings?.whatsapp?.token),
});

/** Whether there is a page to pay on. */
export const takesCards = (settings: Pick<ServiceSettings, 'payments'> | null): boolean =>
  settings?.payments != null && lackingIn('payments', settings.payments).length === 0;

function stateOf(method: NotifMethod, all: ServiceSettings | null, secret: unknown): ServiceState {
  const settings = all?.[method];
  if (settings == null) return 'disabled';
  return lackingIn(method, settings).length === 0 && secret !== MASK ? 'ready' : 'misconfigured';
}
