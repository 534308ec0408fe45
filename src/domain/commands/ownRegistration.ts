import type { Language } from '../config.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { isErased } from '../documents/erasure.ts';
import type { EventDoc } from '../documents/event.ts';
import type { Form } from '../documents/form.ts';
import type { Session, SessionEntry } from '../documents/session.ts';
import { bySession } from '../documents/sessionOrder.ts';
import { calendarOf } from '../days.ts';
import { heldBy } from '../forms/versions.ts';
import { docId } from '../ids.ts';
import { correcting, standingPaper } from '../money/invoice.ts';
import { isHeld } from '../money/paymentState.ts';
import { settlementOf } from '../money/settlement.ts';
import { err, ok, type Result } from '../result.ts';
import { sessionTimes } from '../sessions/sessionTimes.ts';
import { stampAfter, writing, type Command } from './command.ts';
import { isLetIn } from './letIn.ts';
import type { EventView } from './view.ts';

export interface OwnRegistration {
  consumer: Consumer;
  event: EventDoc;
  /** In which its guest is spoken to: that of messages to them. */
  language: Language;
  /** All its guests were deleted: nobody is registered any more. */
  isEmptied: boolean;
  /** It is cancelled, and somebody was let in all the same: a door did not know it yet. */
  isInside: boolean;
  /** The version that was registered with. */
  form: Form | null;
  /** What its guest may do now. */
  may: { cancel: boolean; names: boolean };
  /** Documents that there are. */
  papers: { invitation: boolean; invoice: boolean };
  /** Whoever belongs to it, also those that staff added, by number. */
  guests: readonly {
    client: Client;
    sessions: readonly { session: Session; product: SessionEntry['product'] }[];
  }[];
}

/** A registration as its guest sees it; null where there is none. */
export const ownRegistration: Command<{ localId: string }, OwnRegistration | null> = (
  view,
  { localId },
  { time },
) => ok({ value: ownOf(view, localId, time), write: [] });

function ownOf(view: EventView, localId: string, now: number): OwnRegistration | null {
  const consumer = view.document('consumer', docId('consumer', localId));
  const event = view.document('event', 'event');
  if (consumer === null || event === null || isErased(consumer)) return null;
  const all = [...view.documents('client').values()].filter(({ consumerId }) => consumerId === consumer._id);
  const guests = guestsOf(view, all);
  const formId = consumer.registration?.formId ?? null;
  const form = formId === null ? null : (view.documents('form').get(formId) ?? null);
  const language = consumer.person?.language ?? guests[0]?.client.language ?? form?.language ?? 'fr';
  const own = { consumer, event, language, isEmptied: all.length > 0 && guests.length === 0, form, guests };
  return {
    ...own,
    isInside: consumer.status === 'canceled' && isLetIn(view, consumer._id),
    may: mayNow(view, own, now),
    papers: papersOf(view, own),
  };
}

type Own = Omit<OwnRegistration, 'isInside' | 'may' | 'papers'>;

function guestsOf(view: EventView, clients: readonly Client[]): OwnRegistration['guests'] {
  const sessions = [...view.documents('session').values()].sort(bySession);
  const known = sessions.map(({ _id }) => view.entriesOf(_id));
  return clients
    .filter(({ deletedAt }) => deletedAt == null)
    .sort((a, b) => (a.number ?? '').localeCompare(b.number ?? ''))
    .map((client) => ({
      client,
      sessions: known.flatMap((one) => {
        const entry = one?.session.clients.find(({ clientId }) => clientId === client._id);
        if (one === null || entry === undefined) return [];
        return [{ session: one.session, product: entry.product }];
      }),
    }));
}

function mayNow(view: EventView, own: Own, now: number): OwnRegistration['may'] {
  const { consumer, event, form, isEmptied, guests } = own;
  const formId = consumer.registration?.formId ?? null;
  // The form's present version says what guests may do; where the form is gone, the version with which they registered.
  const rules = (formId === null ? null : (heldBy(view.documents('form'), formId) ?? form))?.guestsMay;
  const asked = { cancel: rules?.cancel === true, names: rules?.names === true };
  if (consumer.status === 'canceled' || isEmptied || !(asked.cancel || asked.names)) return NOTHING;
  const calendar = calendarOf(event.timeZone);
  const isBefore = guests
    .flatMap(({ sessions }) => sessions)
    .every(({ session }) => session.status !== 'archived' && sessionTimes(session, calendar).begin > now);
  // Doors open before a session begins: whoever is let in has come.
  if (!isBefore || isLetIn(view, consumer._id)) return NOTHING;
  // What was paid somebody must give back; what may be paid just now, too.
  const isPaid = isHeld(consumer) || consumer.status === 'invoice_paid' || settlementOf(consumer).paid > 0;
  return { ...asked, cancel: asked.cancel && !isPaid };
}
const NOTHING = { cancel: false, names: false };

function papersOf(view: EventView, own: Own): OwnRegistration['papers'] {
  const { consumer, language, isEmptied, guests } = own;
  const isCanceled = consumer.status === 'canceled';
  const invitations = [...view.documents('invitationtemplate').values()];
  const invoice = standingPaper(consumer);
  return {
    invitation:
      !isCanceled && guests.length > 0 && invitations.some((template) => template.language === language),
    // A credit note is for who has given up what the invoice was about.
    invoice:
      invoice !== null && invoice.lacks == null && (invoice.kind === 'invoice' || isCanceled || isEmptied),
  };
}

/** Why a guest's own page changes nothing. */
export type OwnRefusal = 'not_found' | 'not_allowed';

/** A guest gives the registration up: its places are free at once, and its invoice is taken back. Asked again it is as done. */
export const cancelOwn: Command<{ localId: string }, Result<null, OwnRefusal>> = (
  view,
  { localId },
  caller,
) => {
  const own = ownOf(view, localId, caller.time);
  if (own === null) return ok({ value: err('not_found'), write: [] });
  const stored = view.stored('consumer', own.consumer._id);
  if (stored === null || stored.status === 'canceled') return ok({ value: ok(null), write: [] });
  if (!own.may.cancel) return ok({ value: err('not_allowed'), write: [] });
  const { author, time } = stampAfter(caller, stored);
  const metadata = { ...stored.metadata, author, updatedAt: time };
  return writing(ok(null), { ...stored, status: 'canceled', metadata, ...correcting(stored) });
};

/** A guest's name as it was typed, by the guest's number. */
export interface NewName {
  number: string;
  forename: string;
  surname: string;
  /** What stood there when the page was shown, where it says so. */
  was?: { forename: string; surname: string } | undefined;
}

/** As it is to be: what was left as it stood there is what it is by now, for somebody else may have changed it. */
export const nameAfter = (
  { forename, surname, was }: NewName,
  now: { forename: string; surname: string },
): { forename: string; surname: string } => ({
  forename: forename === was?.forename ? now.forename : forename,
  surname: surname === was?.surname ? now.surname : surname,
});

/** The names of guests, as the guest writes them: somebody else comes instead. Numbers stay. */
export const renameOwn: Command<{ localId: string; names: readonly NewName[] }, Result<null, OwnRefusal>> = (
  view,
  { localId, names },
  caller,
) => {
  const own = ownOf(view, localId, caller.time);
  if (own === null) return ok({ value: err('not_found'), write: [] });
  if (!own.may.names) return ok({ value: err('not_allowed'), write: [] });
  const wanted = new Map(names.map((name) => [name.number, name]));
  const docs = own.guests.flatMap(({ client: { _id, number } }) => {
    const name = wanted.get(number ?? '');
    const client = name === undefined ? null : view.stored('client', _id);
    if (name === undefined || client === null) return [];
    const { forename, surname } = nameAfter(name, client);
    if (client.forename === forename && client.surname === surname) return [];
    const { author, time } = stampAfter(caller, client);
    return [{ ...client, forename, surname, metadata: { ...client.metadata, author, updatedAt: time } }];
  });
  return writing(ok(null), ...docs);
};
