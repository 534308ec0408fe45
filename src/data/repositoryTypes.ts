import type { ClientFields } from '#domain/clients/clients.ts';
import type { SessionStatus } from '#domain/config.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { NewClientInput } from '#domain/commands/createClient.ts';
import type { CopiedClient, GuestsInput } from '#domain/commands/moreClients.ts';
import type { FormEdit } from '#domain/commands/forms.ts';
import type { NotifEdit } from '#domain/commands/notifs.ts';
import type { NewWhatsappTemplate } from '#domain/commands/whatsappTemplates.ts';
import type { SavedPlan } from '#domain/commands/plan.ts';
import type { EventFields } from '#domain/commands/saveEvent.ts';
import type { Template, TemplateEdit } from '#domain/commands/templates.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import type { RateChange } from '#domain/commands/consumers.ts';
import type { Transfer } from '#domain/commands/transfers.ts';
import type { ConsumerInput, RateChoice } from '#domain/clients/consumerEdits.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { EventDoc } from '#domain/documents/event.ts';
import type { DocOf } from '#domain/documents/index.ts';
import type { EventFile } from '#domain/documents/file.ts';
import type { Form } from '#domain/documents/form.ts';
import type { Notif } from '#domain/documents/notif.ts';
import type { Contact } from '#domain/clients/contact.ts';
import type { HandKind, Payment } from '#domain/documents/payment.ts';
import type { Placement, Plan, Session } from '#domain/documents/session.ts';
import type { PlannedClient } from '#domain/import/check.ts';
import type { PastedRow } from '#domain/import/pastedRows.ts';
import type { SeatMove } from '#domain/sessions/seating.ts';
import type { SessionDetails } from '#domain/sessions/sessionEdits.ts';
import type { UndoRecord } from '#domain/clients/undo.ts';
import type { BulkChange } from '#domain/commands/changeMany.ts';
import type { BulkOutcome, ChangeOptions } from '#domain/work/changeMany.ts';
import type { ImportOptions, ImportOutcome } from '#domain/work/importClients.ts';
import type { LeftOfImports } from '#domain/work/importLeft.ts';
import type { Undoable } from '#domain/work/undoable.ts';
import type { UndoOutcome } from '#domain/work/undoMany.ts';
import type { BulkOptions } from '#domain/work/work.ts';
import type { Outcome } from './outcome.ts';

/* The use cases of an event: part of the data layer's public face (see types.ts). */

/** One method per use case; each is durable on this device when it resolves. */
export interface EventRepository {
  checkIn(sessionId: string, clientId: string, method: Checkin['method']): Outcome<Checkin>;
  /** Lets in all of them who are not in yet, each by a check-in of their own; gives these back. */
  admitParty(sessionId: string, clientIds: readonly string[], method: Checkin['method']): Outcome<Checkin[]>;
  /**
   * Cancels one admission: the one of this id, else the one made here, else the one shown. An admission at another door
   * stays, and the client with it.
   */
  cancelCheckIn(
    sessionId: string,
    clientId: string,
    method: Checkin['method'],
    admission?: string,
  ): Outcome<Checkin>;
  /** Takes a cancellation (a check-in document) back: the admission stands again, with its first time. */
  undoCancellation(sessionId: string, clientId: string, cancellation: string): Outcome<Checkin>;
  /** Somebody has looked at a double entry, or at a guest who is in and gone, and left it as it is (`markSeen`). */
  markSeen(sessionId: string, clientId: string, what: string): Outcome<Checkin>;
  setSessionStatus(sessionId: string, status: SessionStatus): Outcome<Session>;
  editSession(sessionId: string, details: SessionDetails): Outcome<Session>;
  removeRegistration(sessionId: string, clientId: string): Outcome<Session>;
  /** Creates clients (each with a consumer of status registered) and registers them for the session, in one go. */
  addPastedClients(sessionId: string, rows: readonly PastedRow[]): Outcome<{ created: number }>;
  /** Creates the planned clients with consumers and registrations, and updates guests who are there; all or nothing (specification 1 §2, "Client import"). */
  importClients(rows: readonly PlannedClient[], options?: ImportOptions): Outcome<ImportOutcome>;
  /** What imports on this device have left that came to no end and could not be taken back. */
  leftOfImports(): Promise<LeftOfImports | null>;
  /** Takes it back where that can be done now: sessions that were archived are open again. */
  takeBackLeft(): Outcome<UndoOutcome>;
  /** Nobody wants it taken back. */
  keepLeft(): Promise<void>;
  /** One act on many clients, in batches. */
  changeClients(
    clientIds: readonly string[],
    change: BulkChange,
    options?: ChangeOptions,
  ): Outcome<BulkOutcome>;
  /** Takes back what an import or an act on many wrote, where nobody has touched it since. */
  undoMany(record: UndoRecord, options?: BulkOptions): Outcome<UndoOutcome>;
  /** The last act on many that was kept on this device, over a reload too; null for none, or one of another day. */
  keptUndo(): Promise<Undoable | null>;
  keepUndo(undo: Undoable | null): Promise<void>;
  /** Held by an act on many until what takes it back is kept: other tabs read of it once it is over, or its tab has ended. */
  underway<T>(work: () => Promise<T>): Promise<T>;
  /** Saves event fields, picture and sessions together; a session left out is deleted (specification 1 §2). */
  saveEvent(input: EventInput, base?: EventInput): Outcome<EventDoc>;
  picture(): Promise<Blob | null>;
  saveConsumer(consumerId: string, input: ConsumerInput, base?: Consumer): Outcome<Consumer>;
  /** Applies a rate to many consumers; `undoRate` takes the answer and gives the rates from before back. */
  applyRate(consumerIds: readonly string[], choice: RateChoice): Outcome<RateChange>;
  undoRate(change: RateChange): Outcome<{ restored: number }>;
  /** Notes money that changed hands; below zero what was given back. Fails with `nothing_to_do` where nothing would move. */
  takeMoney(input: { consumerId: string; kind: HandKind; amount: number }): Outcome<Payment>;
  /** A note that was a mistake counts nothing any more. */
  withdrawSaid(consumerId: string): Outcome<Consumer>;
  takeBackNote(consumerId: string, noteId: string): Outcome<{ noteId: string }>;
  /** Notes payments of a bank statement that somebody confirmed, each once. Fails with `nothing_to_do`. */
  bookTransfers(transfers: readonly Transfer[]): Outcome<{ booked: number }>;
  /** One that was noted by mistake, `noteId` as `bookedOf` tells it, counts nothing any more. */
  takeBackTransfer(consumerId: string, noteId: string): Outcome<Consumer>;
  /** A text for messages by WhatsApp. Fails with `nothing_to_do` for a blank one. */
  addWhatsappTemplate(input: NewWhatsappTemplate): Outcome<DocOf<'whatsapptemplate'>>;
  removeWhatsappTemplate(id: string): Outcome<null>;
  /** Fails with `empty_message`, `missing_template`, `unknown_variable`, and `not_found` for one that is deleted. */
  saveNotif(input: NotifEdit): Outcome<Notif>;
  removeNotif(notifId: string): Outcome<Notif>;
  /** Takes a one-time notification back before its time. Fails with `too_late`. */
  callBackNotif(notifId: string): Outcome<Notif>;
  /** These people get it once more. */
  resendNotif(notifId: string, consumerIds: readonly string[]): Outcome<Notif>;
  /** Stores a PDF and names it in the sessions. Fails with `file_type`, `file_size`. */
  addFile(input: FileInput): Outcome<EventFile>;
  /** Saves a form, in the place of the version before. Fails with `no_counterpart`, `file_type`, `file_size`. */
  saveForm(input: FormInput): Outcome<Form>;
  removeForm(formId: string): Outcome<Form>;
  /** The PDF of a form's terms, or null where there are none. */
  formTerms(formId: string): Promise<Blob | null>;
  /**
   * Creates a template (`templateId` null) or changes one; another one of its language and payment type is removed. `pdf` null
   * keeps the one there is. Fails with `file_type`, `file_size`, `missing_template`.
   */
  saveTemplate(input: TemplateInput): Outcome<Template>;
  removeTemplate(kind: TemplateKind, templateId: string): Outcome<null>;
  /** The template's PDF, or null when it is not on this device. */
  templatePdf(templateId: string): Promise<Blob | null>;
  /** The file's PDF, or null when it is not on this device. */
  fileContent(fileId: string): Promise<Blob | null>;
  createClient(input: NewClientInput): Outcome<{ clientId: string }>;
  /** Another number keeps the one before findable only where somebody else has that too. */
  updateClient(clientId: string, fields: Partial<ClientFields>): Outcome<Client>;
  /**
   * Of the clients who have this number, all but the first get new ones, and keep this one as a former number. Resolves
   * with the new numbers by client id. Fails with `nothing_to_do`.
   */
  settleNumber(number: string): Outcome<ReadonlyMap<string, string>>;
  setCovid(clientId: string, covid: boolean): Outcome<Client>;
  addGuests(mainClientId: string, input: GuestsInput): Outcome<{ created: number }>;
  /** Refuses an occupied seat; null takes the place away. */
  placeClient(sessionId: string, clientId: string, placement: Placement | null): Outcome<Session>;
  /** All moves together or none; a seat that is occupied and not left by these moves is refused. */
  seatClients(sessionId: string, moves: readonly SeatMove[]): Outcome<Session>;
  /**
   * Also takes the place of whoever sat where nothing is any more (PLAN-21, PLAN-22). Fails with `plan_changed` where another plan was
   * saved than the one of version `since` (`planVersion`).
   */
  savePlan(sessionId: string, plan: Plan, since?: string): Outcome<SavedPlan>;
  /** The picture behind the plan, or null when there is none on this device. */
  planBackground(sessionId: string): Promise<Blob | null>;
  /** Null takes it away. Fails with `picture_type`, `picture_size`. */
  setPlanBackground(sessionId: string, picture: Blob | null): Outcome<Session>;
  /** The picture of an image table, by `image.fileIndex`; null when it is not on this device, or there is none. */
  planPicture(sessionId: string, fileIndex: number): Promise<Blob | null>;
  /** For an image table. Fails with `picture_type`, `picture_size`. */
  addPlanPicture(sessionId: string, picture: Blob): Outcome<{ session: Session; fileIndex: number }>;
  setConsumerStatus(consumerId: string, status: Consumer['status']): Outcome<Consumer>;
  /** The server issues it, soon after it hears of the wish. */
  askForInvoice(consumerId: string): Outcome<Consumer>;
  /** The link to the guest's own page opens nothing any more, once the server hears of it; the next one is another. */
  /** For good; `whole` with everybody of their registrations. Refused while one of them is still expected. */
  erasePeople(clientIds: readonly string[], whole?: boolean): Outcome<{ clients: number; consumers: number }>;
  /** The registration's person is called, and reached, as its guest is by now. Fails with `nothing_to_do` where it names somebody else. */
  renamePerson(consumerId: string, from: Contact, to: Contact): Outcome<Consumer>;
  endGuestLink(consumerId: string): Outcome<Consumer>;
  /** A credit note for the invoice of this index, and a new one in its place unless the registration is cancelled. */
  askForCorrection(consumerId: string, index: number): Outcome<Consumer>;
  /** From another event into this one. */
  copyClients(clients: readonly CopiedClient[], sessionIds: readonly string[]): Outcome<{ created: number }>;
}

/** `terms`: undefined keeps them, null takes them away. */
export type FormInput = Omit<FormEdit, 'terms'> & { terms?: Blob | null };
export type TemplateInput = Omit<TemplateEdit, 'pdf'> & { pdf: Blob | null };
export interface FileInput {
  name: string;
  blob: Blob;
  sessionIds: readonly string[];
}

export interface EventInput extends EventFields {
  /** undefined keeps it, null removes it. */
  picture?: { blob: Blob; width: number; height: number } | null;
}
