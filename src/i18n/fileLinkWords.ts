import type { Language } from '#domain/config.ts';

/** Where a mail's file is that is too large to go along, and what is said when it cannot be had: for guests. */
interface FileLinkWords {
  invitation(day: string): string;
  invoice(day: string): string;
  download: string;
  title: string;
  expired: string;
  unknown: string;
}

export const FILE_LINK_WORDS: Readonly<Record<Language, FileLinkWords>> = {
  en: {
    invitation: (day) => `Your invitation is too large for an e-mail. It can be downloaded until ${day}:`,
    invoice: (day) => `Your invoice is too large for an e-mail. It can be downloaded until ${day}:`,
    download: 'Download',
    title: 'Your document',
    expired: 'This link has expired. Answer the message to get the document again.',
    unknown: 'This link is not valid. Answer the message to get the document.',
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
  },
};
