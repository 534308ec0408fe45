import { createHash } from 'node:crypto';
import type { CardAccounts } from '#api/paymentSchemas.ts';
import { accountOf, historyOf, type PaymentParts } from './parts.ts';
import { changeRecord, readRecord } from './records.ts';
import { readCheckout, StripeError, type StripeAccount } from './stripe.ts';

/**
 * Which payments of a registration the event's account knows: each is asked for once with a key, and remembered. Where the provider
 * does not say, it is taken to be there; whoever gives back hears then.
 */
export async function accountsOf(
  parts: PaymentParts,
  eventId: string,
  consumerId: string,
): Promise<CardAccounts> {
  const account = await accountOf(parts, eventId);
  if (account === null) return { isSetUp: false, elsewhere: [] };
  const history = await historyOf(parts, eventId);
  const { cards, accounts } = await readRecord(history, consumerId);
  const key = createHash('sha256').update(account.key).digest('base64url');
  const elsewhere: string[] = [];
  for (const { id } of cards) {
    const known = accounts[id];
    let isThere = known?.key === key ? known.isThere : null;
    if (isThere === null) {
      isThere = await isAt(account, id);
      const next = isThere === null ? null : { key, isThere };
      if (next !== null)
        await changeRecord(history, consumerId, (record) => ({
          ...record,
          accounts: { ...record.accounts, [id]: next },
        }));
    }
    if (isThere === false) elsewhere.push(id);
  }
  return { isSetUp: true, elsewhere };
}

/** Null where that is not said. */
async function isAt(account: StripeAccount, sessionId: string): Promise<boolean | null> {
  try {
    await readCheckout(account, sessionId);
    return true;
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return error.status === 404 ? false : null;
  }
}
