import type { Form, Question } from '#domain/documents/form.ts';
import type { DeskWords } from '#i18n/deskWords.ts';
import type { SentAgainWords } from '#i18n/sentAgainWords.ts';
import type { PlacesLeft, ShortWords } from './short.ts';

/** What the page tells its script, as JSON beside the form. */
export interface PageData {
  accessId: string;
  language: 'en' | 'fr';
  locale: string;
  currency: string;
  /** Whether nothing was typed yet: a draft may take its place. */
  fresh: boolean;
  priced: Pick<Form, 'amounts' | 'extras' | 'options' | 'vat'>;
  sessionIds: string[];
  places: PlacesLeft;
  questions: Question[];
  words: Pick<
    DeskWords,
    | ShortWords
    | ('sum' | 'sumVat' | 'free')
    | ('fillIn' | 'tick' | 'emailWrong')
    | ('noNetwork' | 'noNetworkNow' | 'proving' | 'busy' | 'later' | 'draftBack' | 'draftClear')
  > &
    Pick<SentAgainWords, 'sentBefore' | 'own' | 'anew'>;
}
export const PAGE_DATA = 'page-data';
