import type { Checkin } from '#domain/documents/checkin.ts';
import type { SessionStatus } from '#domain/config.ts';
import type { HandKind } from '#domain/documents/payment.ts';
import type { EventDocType } from '#domain/ids.ts';
import type { Dispute } from '#domain/money/cardPayment.ts';

/** A stored value as the history keeps it; times of day and dates stay numbers (ms) and are worded when shown. */
export type HistoryValue = string | number | boolean | null;

export interface FieldChange {
  /** Name of the document's field; dotted for a part of one. */
  field: string;
  from: HistoryValue;
  to: HistoryValue;
}

/** A seat as people know it: the table's number or name, and the seat counted from 1. */
export interface PlaceName {
  table: string;
  seat: number | null;
}

/** Many clients changed in one go: how many, and the first few names. */
export interface ManyClients {
  count: number;
  names: string[];
}

/** Money of a registration; `client` is whose it is. Cents, VAT included. */
interface Money {
  client: string;
  amount: number;
  currency: string;
}

/** By hand, or with the payment of a bank statement of `day` ('YYYY-MM-DD'). */
interface NotedMoney extends Money {
  kind: HandKind;
  day: string | null;
}

/** Every kind of history event with what its sentence needs. */
export interface HistoryParams {
  client_created: { client: string; number: string };
  client_updated: { client: string; changes: FieldChange[] };
  /** Soft deletion and its undoing; `client_removed` means the document itself is gone. */
  client_deleted: { client: string };
  client_restored: { client: string };
  client_removed: { client: string };
  /** Somebody erased a person; nothing says whom. */
  person_erased: Record<string, never>;
  /** What was told of somebody who was erased since. */
  about_erased: Record<string, never>;
  /** A registration's status, money or addresses; `name` is whose it is. */
  consumer_updated: { name: string; changes: FieldChange[] };
  consumer_removed: { name: string };
  session_created: { clients: number };
  session_updated: { changes: FieldChange[] };
  session_status: { from: SessionStatus; to: SessionStatus };
  session_deleted: Record<string, never>;
  plan_created: { tables: number };
  plan_changed: { added: number; removed: number; changed: number };
  plan_removed: Record<string, never>;
  registrations_added: ManyClients;
  registrations_removed: ManyClients;
  placement_changed: { client: string; from: PlaceName | null; to: PlaceName | null };
  placements_changed: ManyClients;
  product_changed: { client: string; from: string | null; to: string | null };
  products_changed: ManyClients;
  checked_in: { client: string; device: string; method: Checkin['method'] };
  checkin_cancelled: { client: string; device: string; method: Checkin['method'] };
  /** A cancellation was taken back: the client is in since the first time. */
  checkin_restored: { client: string; device: string; method: Checkin['method'] };
  /** Somebody looked at a double entry and left it as it is. */
  double_seen: { client: string; device: string };
  /** Somebody looked at a guest who is in and was deleted, or removed from the session. */
  gone_seen: { client: string; device: string };
  /** Somebody looked at a guest who is in and whose registration is cancelled. */
  canceled_seen: { client: string; device: string };
  /** Below zero: it was given back. */
  money_noted: NotedMoney;
  /** A note of before was a mistake. */
  money_unnoted: NotedMoney;
  card_paid: Money;
  card_refunded: Money;
  card_disputed: Money & { outcome: Dispute['outcome'] };
  invoice_issued: Money & { number: string };
  /** By a credit note of this number. */
  invoice_taken_back: Money & { number: string; invoice: string };
  /** Two versions met and one as a whole gave way: `from` is what it said, `to` what stands now. */
  version_overruled: { docType: EventDocType; name: string; changes: FieldChange[] };
}

export type HistoryCode = keyof HistoryParams;

/** A code with its own params, as history documents store it. */
export type HistoryChange = {
  [C in HistoryCode]: { code: C; params: HistoryParams[C] };
}[HistoryCode];
