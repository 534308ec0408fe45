import type { Language } from '#domain/config.ts';
import { frenchSpacing, mapTexts } from './typography.ts';

/** What stands on Foyer's own invitation and invoice, in the language of whom they are for. */
export interface OwnTemplateWords {
  invitation: string;
  invites: string;
  when: string;
  where: string;
  programme: string;
  show: string;
  invoice: string;
  number: string;
  credit: string;
  creditNumber: string;
  /** Before the number of an invoice. */
  takesBack: string;
  date: string;
  for: string;
  dates: string;
  net: string;
  vat: string;
  total: string;
  rate: string;
  thanks: string;
}

const en: OwnTemplateWords = {
  invitation: 'Invitation',
  invites: 'We are pleased to invite you to',
  when: 'When',
  where: 'Where',
  programme: 'Your programme',
  show: 'Please show this code at the entrance.',
  invoice: 'Invoice',
  number: 'Invoice no.',
  credit: 'Credit note',
  creditNumber: 'Credit note no.',
  takesBack: 'Takes back invoice',
  date: 'Date',
  for: 'Registration for',
  dates: 'Date',
  net: 'Amount without VAT',
  vat: 'VAT',
  total: 'Total',
  rate: 'Rate',
  thanks: 'Thank you for your registration.',
};
const fr: OwnTemplateWords = {
  invitation: 'Invitation',
  invites: 'Nous avons le plaisir de vous inviter à',
  when: 'Quand',
  where: 'Où',
  programme: 'Votre programme',
  show: 'Merci de présenter ce code à l’entrée.',
  invoice: 'Facture',
  number: 'Facture n°',
  credit: 'Note de crédit',
  creditNumber: 'Note n°',
  takesBack: 'Annule la facture',
  date: 'Date',
  for: 'Inscription à',
  dates: 'Date',
  net: 'Montant hors TVA',
  vat: 'TVA',
  total: 'Total',
  rate: 'Tarif',
  thanks: 'Merci de votre inscription.',
};

export const OWN_TEMPLATE_WORDS: Record<Language, OwnTemplateWords> = {
  en,
  fr: mapTexts(fr, frenchSpacing),
};

/** What the file of a document is called, before its number. */
export const paperFileName = (language: Language, kind: 'invitation' | 'invoice' | 'credit'): string =>
  OWN_TEMPLATE_WORDS[language][kind].toLowerCase().replaceAll(/\s/gu, '-');
