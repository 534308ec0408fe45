import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { EntryChange } from '../documents/entrychange.ts';
import type { Form } from '../documents/form.ts';
import type { DocOf, EventDocument } from '../documents/index.ts';
import type { KnownEntries } from '../entries/acts.ts';
import { typeOfId } from '../ids.ts';

/** Documents that tell whose an entry is. */
export interface PlacesView {
  client(id: string): Pick<Client, 'consumerId' | 'deletedAt'> | null | undefined;
  consumer(id: string): Pick<Consumer, 'status' | 'registration'> | null | undefined;
  form(id: string): Pick<Form, 'options'> | null | undefined;
}

/** The same of an event's view (commands/view.ts). */
export const placesView = ({
  document,
}: {
  document<T extends 'client' | 'consumer' | 'form'>(type: T, id: string): DocOf<T> | null;
}): PlacesView => ({
  client: (id) => document('client', id),
  consumer: (id) => document('consumer', id),
  form: (id) => document('form', id),
});

/** What an entry counts as: a place of its own, or one of those who share an option for several. */
interface Unit {
  formId: string | null;
  /** Null for a place of its own. */
  group: string | null;
  size: number;
}

/**
 * Places that a session's entries take: all, and through some forms. Of an option for several guests so many as it is for,
 * however many of them are named (readings, no. 45). What is cancelled or deleted takes none. It is told of each document that
 * changes, so a registration costs what it adds and not all who are there. Laid over another it leaves that one as it is.
 */
export class PlacesTally {
  private readonly known: KnownEntries;
  private readonly view: PlacesView;
  private readonly below: PlacesTally | null;
  /** The option of each entry, by client. */
  private readonly options = new Map<string, string | null>();
  private readonly units = new Map<string, Unit | null>();
  private readonly ofConsumer = new Map<string, Set<string>>();
  private readonly guests = new Map<string, number>();
  /** Beside those below. */
  private readonly byForm = new Map<string | null, number>();
  private sum = 0;

  private constructor(known: KnownEntries, view: PlacesView, below: PlacesTally | null) {
    this.known = known;
    this.view = view;
    this.below = below;
  }

  /** Looks at each entry once. */
  static of(known: KnownEntries, view: PlacesView): PlacesTally {
    const tally = new PlacesTally(known, view, null);
    for (const { clientId, product } of known.session.clients)
      tally.enter(clientId, product?.optionId ?? null);
    return tally;
  }

  /** What is told to it stays its own. */
  over(view: PlacesView): PlacesTally {
    return new PlacesTally(this.known, view, this);
  }

  get all(): number {
    return this.sum + (this.below?.all ?? 0);
  }

  through(forms: ReadonlySet<string>): number {
    let taken = this.below?.through(forms) ?? 0;
    for (const [formId, places] of this.byForm) if (formId !== null && forms.has(formId)) taken += places;
    return taken;
  }

  /** A document is another one, or gone. False where only all entries can tell what that comes to. */
  heard(id: string, doc: EventDocument | null): boolean {
    const type = typeOfId(id);
    if (type === 'client') this.recount(id);
    else if (type === 'consumer') for (const clientId of this.clientsOf(id)) this.recount(clientId);
    else if (type === 'entrychange') return doc?.type === type && this.acted(doc);
    // The size of an option.
    else return type !== 'form' && id !== this.known.session._id;
    return true;
  }

  private acted({ sessionId, rows }: EntryChange): boolean {
    if (sessionId !== this.known.session._id) return true;
    for (const { clientId, in: isIn, product } of rows) {
      // A seat.
      if (isIn === undefined && product === undefined) continue;
      // What was said of the client before may be newer.
      if (isIn !== true || this.isKnown(clientId)) return false;
      this.enter(clientId, product?.optionId ?? null);
    }
    return true;
  }

  private isKnown(clientId: string): boolean {
    const { acts, session } = this.known;
    return (
      this.optionOf(clientId) !== undefined ||
      acts.has(clientId) ||
      session.removedClients[clientId] !== undefined
    );
  }

  private enter(clientId: string, optionId: string | null): void {
    this.options.set(clientId, optionId);
    this.recount(clientId);
  }

  private recount(clientId: string): void {
    const optionId = this.optionOf(clientId);
    if (optionId === undefined) return;
    const before = this.unitOf(clientId);
    if (before !== null) this.count(before, -1);
    const now = this.judge(clientId, optionId);
    this.units.set(clientId, now);
    if (now !== null) this.count(now, 1);
  }

  private judge(clientId: string, optionId: string | null): Unit | null {
    const client = this.view.client(clientId);
    if (client == null) return null;
    const { consumerId, deletedAt } = client;
    if (consumerId != null) {
      const ids = this.ofConsumer.get(consumerId);
      if (ids === undefined) this.ofConsumer.set(consumerId, new Set([clientId]));
      else ids.add(clientId);
    }
    if (deletedAt != null) return null;
    const consumer = consumerId == null ? null : this.view.consumer(consumerId);
    if (consumer?.status === 'canceled') return null;
    const formId = consumer?.registration?.formId ?? null;
    const options = formId === null || optionId === null ? [] : (this.view.form(formId)?.options ?? []);
    const size = options.find(({ id }) => id === optionId)?.clientCount ?? 1;
    return { formId, size, group: size === 1 ? null : `${formId} ${consumerId ?? clientId} ${optionId}` };
  }

  private count({ formId, group, size }: Unit, by: 1 | -1): void {
    let places: number = by;
    if (group !== null) {
      const before = this.guestsOf(group);
      this.guests.set(group, before + by);
      places = (Math.ceil((before + by) / size) - Math.ceil(before / size)) * size;
    }
    this.sum += places;
    this.byForm.set(formId, (this.byForm.get(formId) ?? 0) + places);
  }

  private optionOf(clientId: string): string | null | undefined {
    const own = this.options.get(clientId);
    return own === undefined ? this.below?.optionOf(clientId) : own;
  }
  private unitOf(clientId: string): Unit | null {
    const own = this.units.get(clientId);
    return (own === undefined ? this.below?.unitOf(clientId) : own) ?? null;
  }
  private guestsOf(group: string): number {
    return this.guests.get(group) ?? this.below?.guestsOf(group) ?? 0;
  }
  private clientsOf(consumerId: string): string[] {
    return [...(this.ofConsumer.get(consumerId) ?? []), ...(this.below?.clientsOf(consumerId) ?? [])];
  }
}
