import type { Language } from '#domain/config.ts';

/** Where a mail's file is that is too large to go along, and what is said when it cannot be had: for guests. */
interface FileLinkWords {
  invitation(day: string): string;
  invoice(day: string): string;
  download: string;
  title: string;
  expired: string;
  unknown: string;
  /** The invoice of the message, and what took it back. */
  takenBack(invoice: string, credit: string): string;
  /** What holds now. */
  holds: Readonly<Record<'invoice' | 'credit', (number: string) => string>>;
  /** The invoice as the message was about it. */
  asSent(invoice: string): string;
}

export const FILE_LINK_WORDS: Readonly<Record<Language, FileLinkWords>> = {
  en: {
    invitation: (day) => `Your invitation is too large for an e-mail. It can be downloaded until ${day}:`,
    invoice: (day) => `Your invoice is too large for an e-mail. It can be downloaded until ${day}:`,
    download: 'Download',
    title: 'Your document',
    expired: 'This link has expired. Answer the message to get the document again.',
    unknown: 'This link is not valid. Answer the message to get the document.',
    takenBack: (invoice, credit) =>
      `Invoice ${invoice} does not hold any more: credit note ${credit} has taken it back. Please do not pay it.`,
    holds: {
      invoice: (number) => `What holds now: invoice ${number} (PDF)`,
      credit: (number) => `Credit note ${number} (PDF)`,
    },
    asSent: (invoice) => `Invoice ${invoice} as it was sent (PDF)`,
  },
  fr: {
    invitation: (day) =>
      `Votre invitation est trop volumineuse pour un e-mail. Elle peut être téléchargée jusqu’au ${day}\u00a0:`,
    invoice: (day) =>
      `Votre facture est trop volumineuse pour un e-mail. Elle peut être téléchargée jusqu’au ${day}\u00a0:`,
    download: 'Télécharger',
    title: 'Votre document',
    expired: 'Ce lien a expiré. Répondez au message pour recevoir le document à nouveau.',
    unknown: 'Ce lien n’est pas valable. Répondez au message pour recevoir le document.',
    takenBack: (invoice, credit) =>
      `La facture ${invoice} n’est plus valable\u00a0: la note de crédit ${credit} l’a annulée. Veuillez ne pas la payer.`,
    holds: {
      invoice: (number) => `Ce qui vaut maintenant\u00a0: facture ${number} (PDF)`,
      credit: (number) => `Note de crédit ${number} (PDF)`,
    },
    asSent: (invoice) => `Facture ${invoice} telle qu’elle a été envoyée (PDF)`,
  },
};
