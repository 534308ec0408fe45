import { changedParts, type FormPart } from '../desk/changedParts.ts';
import { quotaOf } from '../desk/places.ts';
import { placesView, type PlacesTally } from '../desk/tally.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { EventDoc } from '../documents/event.ts';
import type { Form } from '../documents/form.ts';
import type { Session } from '../documents/session.ts';
import { bySession } from '../documents/sessionOrder.ts';
import { calendarOf } from '../days.ts';
import { counterpartOf, lineOf, newestFirst } from '../forms/versions.ts';
import { ok } from '../result.ts';
import { sessionTimes } from '../sessions/sessionTimes.ts';
import type { Command } from './command.ts';
import type { EventView } from './view.ts';

export interface OfferedSession {
  session: Session;
  /** Places that can still be had; null without a limit. */
  left: number | null;
}

/** What a public address offers now. */
export interface Offer {
  form: Form;
  /** The address of the same form in the other language. */
  counterpart: string | null;
  event: EventDoc;
  sessions: readonly OfferedSession[];
}

/** The form at a public address; null where none is switched on there. */
export function formAt(view: EventView, accessId: string): Form | null {
  const forms = view.documents('form');
  const holders = [...forms.values()].filter((form) => form.enabled && form.accessId === accessId);
  // For a moment two hold it: the one that takes the other's place counts.
  const replaced = new Set(
    holders.flatMap((form) => [...lineOf(forms, form)].filter((id) => id !== form._id)),
  );
  return newestFirst(holders.filter(({ _id }) => !replaced.has(_id)))[0] ?? onItsWay(forms, accessId);
}

/** A device brings what it did piece by piece: a version that gave the address to one that has not come yet still holds. */
function onItsWay(forms: ReadonlyMap<string, Form>, accessId: string): Form | null {
  const all = [...forms.values()];
  const taken = new Set(all.flatMap(({ replaces, joins }) => [replaces, joins]));
  const left = all.filter(
    ({ _id, accessId: now, hadAccessId }) => now == null && hadAccessId === accessId && !taken.has(_id),
  );
  const isGone = all.some((form) => form.accessId === accessId && !form.enabled);
  return isGone ? null : (newestFirst(left)[0] ?? null);
}

/** Whether guests may register with a form now, not yet, or no more. */
export function opennessOf(
  { opensAt, closesAt }: Pick<Form, 'opensAt' | 'closesAt'>,
  now: number,
): 'open' | 'early' | 'over' {
  if (closesAt != null && now > closesAt) return 'over';
  return opensAt != null && now < opensAt ? 'early' : 'open';
}

/** Whether somebody knows the code that a form asks for. */
export const knowsCode = ({ code }: Pick<Form, 'code'>, typed: string | null | undefined): boolean =>
  !code?.trim() || folded(code) === folded(typed ?? '');
const folded = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

/** Places of a session that can still be had with a form; null without a limit. */
export function placesLeft(view: DeskView, form: Form, sessionId: string): number | null {
  const room = roomIn(view, form, sessionId, () => view.placesIn(sessionId));
  return room === null ? null : Math.max(0, room);
}

/** Whether the guests of a cancelled registration find their places still free, and come for something: none of it is over. */
export function fitsAgain(view: EventView, consumer: Consumer, now: number): boolean {
  const { formId } = consumer.registration ?? {};
  const form = formId == null ? null : view.document('form', formId);
  if (form === null) return false;
  const clients = view.documents('client');
  const again: Consumer = { ...consumer, status: 'pending' };
  const sessions = [...view.documents('session').keys()].filter((id) =>
    view.entriesOf(id)?.session.clients.some((one) => clients.get(one.clientId)?.consumerId === consumer._id),
  );
  const calendar = calendarOf(view.document('event', 'event')?.timeZone);
  const isOver = (session: Session): boolean =>
    session.status === 'archived' || sessionTimes(session, calendar).end <= now;
  const fits = (id: string): boolean => {
    const session = view.document('session', id);
    if (session === null || isOver(session)) return false;
    const taken = (): PlacesTally | null => {
      const tally = view.placesIn(id)?.over({
        ...placesView(view),
        consumer: (one) => (one === again._id ? again : view.document('consumer', one)),
      });
      tally?.heard(again._id, again);
      return tally ?? null;
    };
    return (roomIn(view, form, id, taken) ?? 0) >= 0;
  };
  return sessions.length > 0 && sessions.every(fits);
}

/** Negative where there are more guests than places. */
function roomIn(
  view: Pick<EventView, 'document' | 'documents'>,
  form: Form,
  sessionId: string,
  taken: () => PlacesTally | null,
): number | null {
  const stored = view.document('session', sessionId);
  const { maxClientCountPerSession: most = null } = form;
  const capacity = stored?.capacity ?? null;
  // Who is in it is looked at only where that limits something.
  if (stored !== null && capacity === null && most === null) return null;
  const tally = taken();
  if (tally === null) return 0;
  return Math.min(
    capacity === null ? Infinity : capacity - tally.all,
    most === null ? Infinity : most - tally.through(quotaOf(view.documents('form'), form)),
  );
}

const isOffered = (form: Form, sessionId: string): boolean =>
  Object.values(form.amounts[sessionId] ?? {}).some((kinds) =>
    Object.values(kinds).some((price) => price.enabled),
  );

/** What is looked at to know what a form offers. */
export type DeskView = Pick<EventView, 'document' | 'documents' | 'placesIn'>;

/** What a form offers; null where there is no event. */
export function offerOf(view: DeskView, form: Form): Offer | null {
  const event = view.document('event', 'event');
  if (event === null) return null;
  const sessions = [...view.documents('session').values()]
    .filter(({ _id, status }) => status !== 'archived' && isOffered(form, _id))
    .sort(bySession)
    .map((session) => ({ session, left: placesLeft(view, form, session._id) }));
  const counterpart = counterpartOf(view.documents('form'), form)?.accessId ?? null;
  return { form, counterpart, event, sessions };
}

/** What somebody sees who opens a public address; null where nothing is. */
export const showDesk: Command<{ accessId: string }, Offer | null> = (view, { accessId }) => {
  const form = formAt(view, accessId);
  return ok({ value: form === null ? null : offerOf(view, form), write: [] });
};

/** The time zone of the event; null where it says none. */
export const deskZone: Command<null, string | null> = (view) =>
  ok({ value: view.document('event', 'event')?.timeZone || null, write: [] });

/** In which parts the form at an address is another one than the version of it that was shown. */
export const changedSince: Command<{ accessId: string; formId: string }, readonly FormPart[]> = (
  view,
  { accessId, formId },
) => {
  const form = formAt(view, accessId);
  const forms = view.documents('form');
  const shown = forms.get(formId);
  const isKnown = form !== null && shown !== undefined && lineOf(forms, form).has(formId);
  return ok({ value: isKnown ? changedParts(shown, form) : [], write: [] });
};

/** The public addresses that an event's forms have now. */
export const deskAddresses: Command<null, readonly string[]> = (view) => {
  const forms = [...view.documents('form').values()];
  const addresses = forms.flatMap(({ enabled, accessId }) => (enabled && accessId != null ? accessId : []));
  return ok({ value: [...new Set(addresses)], write: [] });
};
