import type { Currency, PaymentType } from '../config.ts';
import type { EventDoc } from '../documents/event.ts';
import { cleanIban, creditorReference, isIban, isQrIban, qrReference } from '../money/bankAccount.ts';

/** By which reference a payment of an invoice is known again; null where nobody pays it to an account that was named. */
export function referenceOf(invoice: {
  paymentType: PaymentType;
  currency: Currency;
  number: string;
  transfer: EventDoc['transfer'];
}): string | null {
  const { paymentType, currency, number, transfer } = invoice;
  const iban = cleanIban(transfer?.iban);
  if (paymentType !== 'transfer' || !isIban(iban)) return null;
  if (!isQrIban(iban)) return creditorReference(number);
  return currency === 'chf' ? qrReference(number) : null;
}
