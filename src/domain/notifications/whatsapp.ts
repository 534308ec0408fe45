import type { DocOf } from '../documents/index.ts';
import { isSeen } from '../text/unseen.ts';
import { filled, isVariable, placeholder, type MessageValues } from './variables.ts';

type Template = Pick<DocOf<'whatsapptemplate'>, 'message' | 'contentSid'>;
/** What stands for the placeholders of a template's approved content: texts with variables, by the placeholder's name. */
export type Bound = Readonly<Record<string, string>>;

/** The parts of its message, which is text alone. */
export const whatsappText = ({ message }: Pick<Template, 'message'>): string =>
  message
    .map((part) => {
      if (typeof part === 'string') return part;
      const { text } = part as { text?: unknown };
      return typeof text === 'string' ? text : '';
    })
    .join('\n');

/** The name of the content that WhatsApp approved, where the template has one. */
const contentSidOf = ({ contentSid }: Pick<Template, 'contentSid'>): string | null => contentSid || null;

/** As the provider writes them: numbers mostly, or names. */
const PLACEHOLDER = /\{\{\s*(\w{1,40})\s*\}\}/g;
const keysIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, key = '']) => key)),
];

/** What nobody fills in of free text, for there is no approved content that says what it is. */
export const unfilledIn = (text: string): string[] => keysIn(text).filter((key) => !isVariable(key));

/** What the provider must be told for approved content, in the order of the text, each once. */
export function placeholdersOf(template: Template | null | undefined): string[] {
  if (template == null || contentSidOf(template) === null) return [];
  return keysIn(whatsappText(template));
}

/** One that is called as a variable is stands for it, unless the message says otherwise. */
export function boundTo(key: string, bound: Bound): string {
  if (Object.hasOwn(bound, key)) return bound[key] ?? '';
  return isVariable(key) ? placeholder(key) : '';
}

export interface WhatsappMessage {
  text: string;
  contentSid: string | null;
  /** Null where there is nothing to tell. */
  variables: Readonly<Record<string, string>> | null;
  /** Placeholders without a value for this person: the provider refuses such a message. */
  lacks: readonly string[];
}

/** A template's text, or its approved content, as one person gets it. */
export function whatsappMessage(
  template: Template | null,
  bound: Bound,
  values: MessageValues,
): WhatsappMessage {
  if (template === null) return { text: '', contentSid: null, variables: null, lacks: [] };
  const contentSid = contentSidOf(template);
  const text = whatsappText(template);
  if (contentSid === null)
    return { text: filled(text, values).trim(), contentSid, variables: null, lacks: [] };
  const entries = placeholdersOf(template).map(
    (key) => [key, asContent(filled(boundTo(key, bound), values))] as const,
  );
  const told = new Map(entries);
  return {
    contentSid,
    text: text.replaceAll(PLACEHOLDER, (whole, key: string) => told.get(key) || whole).trim(),
    variables: entries.length === 0 ? null : Object.fromEntries(entries),
    lacks: entries.flatMap(([key, value]) => (value === '' ? [key] : [])),
  };
}

/** The provider refuses values of several lines, with tabs, or with more than four spaces in a row (its error 21656). What nobody sees is none. */
function asContent(value: string): string {
  if (!isSeen(value)) return '';
  return value
    .trim()
    .replaceAll(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, ', ')
    .replaceAll(/\s{2,}/gu, ' ');
}
