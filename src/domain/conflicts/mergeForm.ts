import { canonical } from '../canonical.ts';
import type { Form } from '../documents/form.ts';

type Stored = Partial<Form> & Record<string, unknown>;

/**
 * Merges two versions of one form document. An edit makes a new document, so in one there is little to merge: who switched it
 * off did so for good, and a public address that it gave away does not come back; the amounts that a new session brought are
 * kept from both; all the rest is the newest's. Each part is the maximum of a total order, or a union of such, so it does
 * not matter who merges what in which order.
 */
export function mergeForms(a: Stored, b: Stored): Stored {
  const latest = newest(a, b);
  const enabled = a.enabled === true && b.enabled === true;
  const { amounts: _amounts, ...rest } = latest;
  const createdAt = [a, b].flatMap(({ metadata }) => metadata?.createdAt ?? []);
  const merged: Stored = {
    ...rest,
    enabled,
    amounts: mergedAmounts(a.amounts ?? {}, b.amounts ?? {}),
    metadata: {
      ...latest.metadata,
      ...(createdAt.length === 0 ? {} : { createdAt: Math.min(...createdAt) }),
    },
  };
  if (!enabled) merged.counterpartId = null;
  if (a.accessId == null || b.accessId == null) merged.accessId = null;
  return JSON.parse(canonical(merged)) as Stored;
}

function newest(a: Stored, b: Stored): Stored {
  const [at, bt] = [a.metadata?.updatedAt ?? 0, b.metadata?.updatedAt ?? 0];
  if (at !== bt) return at > bt ? a : b;
  const order = [a, b].map((one) => [canonical(restOf(one)), canonical(one.counterpartId ?? null)] as const);
  const [[text, link] = ['', ''], [otherText, otherLink] = ['', '']] = order;
  return (text === otherText ? link >= otherLink : text > otherText) ? a : b;
}

const APART = new Set(['amounts', 'enabled', 'accessId', 'counterpartId', 'metadata']);

/** What merges as one. */
function restOf(stored: Stored): unknown {
  const rest = Object.entries(stored).filter(([key]) => !APART.has(key));
  const signed = Object.entries(stored.metadata ?? {}).filter(([key]) => key !== 'createdAt');
  return { ...Object.fromEntries(rest), metadata: Object.fromEntries(signed) };
}

/** Price by price; of two, what is offered goes before what is not, then the higher one. */
function mergedAmounts(a: unknown, b: unknown, depth = 3): never {
  if (depth === 0) return (rankOf(a) >= rankOf(b) ? a : b) as never;
  const merged: Record<string, unknown> = { ...(b as object) };
  for (const [key, value] of Object.entries(a as object)) {
    merged[key] = merged[key] === undefined ? value : mergedAmounts(value, merged[key], depth - 1);
  }
  return merged as never;
}

function rankOf(price: unknown): string {
  const { enabled, amount } = price as { enabled?: unknown; amount?: unknown };
  const digits = String(Number(amount ?? 0)).padStart(17, '0');
  return `${enabled === true ? 1 : 0} ${digits} ${canonical(price)}`;
}
