import type { DeskReply } from '#api/deskSchemas.ts';
import type { Language } from '#domain/config.ts';
import type { Form } from '#domain/documents/form.ts';
import type { Typed, Wanted } from './typed.ts';

/** Why a page was not sent: a sentence, and the field that it is about. */
export interface Problem {
  text: string;
  field?: string;
}

/** What the public page is drawn from. */
export interface FormPage {
  offer: DeskReply;
  form: Form;
  language: Language;
  typed: Typed;
  timeZone: string;
  /** Whether nothing was typed yet. */
  isFresh: boolean;
  /** The address of the page's script; null where there is none. */
  script: string | null;
  /** ms since 1970. */
  now: number;
  /** What is said above the form: why it was not sent. */
  problems: readonly Problem[];
  /** What was asked for so far. */
  wanted: Wanted;
}
