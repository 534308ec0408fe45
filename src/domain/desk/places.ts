import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { Form } from '../documents/form.ts';
import type { SessionEntry } from '../documents/session.ts';
import { counterpartOf, lineOf } from '../forms/versions.ts';

/** Documents that tell whose an entry is. */
export interface PlacesView {
  clients: ReadonlyMap<string, Pick<Client, 'consumerId' | 'deletedAt'>>;
  consumers: ReadonlyMap<string, Pick<Consumer, 'status' | 'registration'>>;
  forms: ReadonlyMap<string, Form>;
}

/** The versions that share one quota: a form's, and those of its counterpart (readings, no. 37). */
export function quotaOf(forms: ReadonlyMap<string, Form>, form: Form): ReadonlySet<string> {
  const other = counterpartOf(forms, form);
  return new Set([...lineOf(forms, form), ...(other === null ? [] : lineOf(forms, other))]);
}

/**
 * Places that a session's entries take: all, and through those forms. Of an option for several guests so many as it is for,
 * however many of them are named (readings, no. 45). What is cancelled or deleted takes none.
 */
export function placesTaken(
  entries: readonly Pick<SessionEntry, 'clientId' | 'product'>[],
  { clients, consumers, forms }: PlacesView,
  quota: ReadonlySet<string>,
): { all: number; quota: number } {
  const taken = { all: 0, quota: 0 };
  const groups = new Map<string, { guests: number; size: number; inQuota: boolean }>();
  const count = (places: number, inQuota: boolean): void => {
    taken.all += places;
    if (inQuota) taken.quota += places;
  };
  for (const { clientId, product } of entries) {
    const client = clients.get(clientId);
    if (client === undefined || client.deletedAt != null) continue;
    const consumer = client.consumerId == null ? undefined : consumers.get(client.consumerId);
    if (consumer?.status === 'canceled') continue;
    const formId = consumer?.registration?.formId ?? null;
    const inQuota = formId !== null && quota.has(formId);
    const optionId = product?.optionId ?? null;
    const size = optionId === null || formId === null ? 1 : sizeOf(forms.get(formId), optionId);
    if (size === 1) count(1, inQuota);
    else {
      const key = `${client.consumerId ?? clientId} ${optionId ?? ''}`;
      const group = groups.get(key) ?? { guests: 0, size, inQuota };
      group.guests++;
      groups.set(key, group);
    }
  }
  for (const { guests, size, inQuota } of groups.values()) count(Math.ceil(guests / size) * size, inQuota);
  return taken;
}

const sizeOf = (form: Form | undefined, optionId: string): number =>
  form?.options.find(({ id }) => id === optionId)?.clientCount ?? 1;
