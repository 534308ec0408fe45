import type { Language } from '#domain/config.ts';

/** How a registration is paid by transfer, on its guest's own page. `{…}` is put in. */
export interface TransferWords {
  waits: string;
  asInvoiced: string;
  pays: string;
  recipient: string;
  reference: string;
  amount: string;
  scan: string;
  code: string;
}

export const TRANSFER_WORDS: Readonly<Record<Language, TransferWords>> = {
  en: {
    waits:
      'You pay {amount} by bank transfer. To which account and with which reference, the organiser’s invoice says: please wait for it. This page has it, too, as soon as it is made.',
    asInvoiced: 'Please pay {amount} by bank transfer, as invoice {number} says.',
    pays: 'Please pay invoice {number} by bank transfer, with its reference:',
    recipient: 'Recipient',
    reference: 'Reference',
    amount: 'Amount',
    scan: 'Or scan this code with your bank’s app.',
    code: 'Code for the bank transfer',
  },
  fr: {
    waits:
      'Vous payez {amount} par virement bancaire. La facture de l’organisateur dit sur quel compte et avec quelle référence\u00a0: veuillez l’attendre. Elle sera aussi sur cette page, dès qu’elle sera établie.',
    asInvoiced: 'Veuillez payer {amount} par virement bancaire, comme l’indique la facture {number}.',
    pays: 'Veuillez payer la facture {number} par virement bancaire, avec sa référence\u00a0:',
    recipient: 'Bénéficiaire',
    reference: 'Référence',
    amount: 'Montant',
    scan: 'Ou scannez ce code avec l’application de votre banque.',
    code: 'Code pour le virement bancaire',
  },
};
