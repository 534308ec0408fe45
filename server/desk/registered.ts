import type { DeskReceipt } from '#domain/commands/registerAtDesk.ts';

/** What whoever registered hears. */
export interface Registered extends Omit<DeskReceipt, 'isOther' | 'paymentType'> {
  token: string;
  /** Something else was registered with this id before: nothing of this was taken. */
  notTaken?: true;
  /** Where it is paid by card. */
  paymentUrl?: string;
}

export function registeredAs(
  { isOther, paymentType, ...receipt }: DeskReceipt,
  token: string,
  paidAt: (token: string) => string,
): Registered {
  const isToPay = paymentType === 'card' && receipt.amount + receipt.amountVat > 0;
  return {
    ...{ ...receipt, token },
    ...(isToPay ? { paymentUrl: paidAt(token) } : {}),
    ...(isOther ? { notTaken: true } : {}),
  };
}
