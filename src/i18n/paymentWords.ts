import type { Language } from '#domain/config.ts';

/** What stands beside the code with which an invoice is paid; of the QR-bill as its standard words it. */
export interface PaymentWords {
  payInvoice: string;
  recipient: string;
  scan: string;
  receipt: string;
  paymentPart: string;
  account: string;
  reference: string;
  payableBy: string;
  payableByWhom: string;
  currency: string;
  amount: string;
  acceptancePoint: string;
  separate: string;
}

export const PAYMENT_WORDS: Readonly<Record<Language, PaymentWords>> = {
  en: {
    payInvoice: 'Payment of invoice',
    recipient: 'Recipient',
    scan: 'Scan this code with your bank’s app.',
    receipt: 'Receipt',
    paymentPart: 'Payment part',
    account: 'Account / Payable to',
    reference: 'Reference',
    payableBy: 'Payable by',
    payableByWhom: 'Payable by (name/address)',
    currency: 'Currency',
    amount: 'Amount',
    acceptancePoint: 'Acceptance point',
    separate: 'Separate before paying in',
  },
  fr: {
    payInvoice: 'Paiement de la facture',
    recipient: 'Bénéficiaire',
    scan: 'Scannez ce code avec l’application de votre banque.',
    receipt: 'Récépissé',
    paymentPart: 'Section paiement',
    account: 'Compte / Payable à',
    reference: 'Référence',
    payableBy: 'Payable par',
    payableByWhom: 'Payable par (nom/adresse)',
    currency: 'Monnaie',
    amount: 'Montant',
    acceptancePoint: 'Point de dépôt',
    separate: 'A détacher avant le versement',
  },
};
