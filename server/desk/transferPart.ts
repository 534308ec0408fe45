import type { Language } from '#domain/config.ts';
import { groupedIban, groupedReference } from '#domain/money/bankAccount.ts';
import type { InvoiceData } from '#domain/templates/invoiceData.ts';
import { paymentCodeOf } from '#domain/templates/paymentCode.ts';
import { fill } from '#i18n/deskWords.ts';
import { TRANSFER_WORDS } from '#i18n/transferWords.ts';
import { html, type Html } from '#desk/html.ts';
import { codeOf } from './qrPart.ts';

/** How a registration is paid by transfer: to which account, once there is an invoice, and that it is waited for until then. */
export function transferPart({
  language,
  open,
  amount,
  invoice,
  isTold,
}: {
  language: Language;
  /** Cents, and in words. */
  open: number;
  amount: string;
  invoice: InvoiceData | null;
  /** The form says itself how to pay. */
  isTold: boolean;
}): Html | null {
  const w = TRANSFER_WORDS[language];
  if (invoice === null) return isTold ? null : html`<p>${fill(w.waits, { amount })}</p>`;
  const { transfer, company } = invoice.seller;
  const reference = invoice.reference ?? null;
  // An invoice of before there was an account names one in its template, or none.
  if (!transfer?.iban || reference === null)
    return html`<p>${fill(w.asInvoiced, { amount, number: invoice.number })}</p>`;
  const { name, street, zip, city } = transfer;
  const holder = [name || company, street, `${zip ?? ''} ${city ?? ''}`.trim()].filter(Boolean).join(', ');
  const rows = [
    [w.recipient, holder],
    ['IBAN', groupedIban(transfer.iban)],
    [w.reference, groupedReference(reference)],
    [w.amount, amount],
  ];
  const code = paymentCodeOf(invoice);
  // That of a Swiss bill stands on the invoice, in the shape that its standard wants.
  const isScanned = code?.kind === 'epc' && open === invoice.total;
  return html`<p>${fill(w.pays, { number: invoice.number })}</p>
    ${rows.map(([label, value]) => html`<p><small>${label}</small><br /><strong>${value}</strong></p>`)}
    ${
      isScanned &&
      html`<p>${w.scan}</p>
        ${codeOf(code.payload, w.code)}`
    }`;
}
