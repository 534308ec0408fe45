import { settlementOf } from '../money/settlement.ts';
import type { RegistrationFacts } from '../templates/facts.ts';
import { copiesOf, moneyFormat, type DocumentWords, type ValueOptions } from '../templates/values.ts';
import { TEMPLATE_VARIABLES } from '../templates/variables.ts';

/**
 * What a message may name of its recipient: what an invoice may, for both are about a registration, what of it is still to be paid, the
 * numbers of its guests, and the links to the guest's own page and to where it is paid by card. In a text they stand as `{{forename}}`, wherever it is stored; the editor shows them as chips.
 */
export const MESSAGE_VARIABLES = [
  ...TEMPLATE_VARIABLES.invoice,
  'amount_due',
  'number',
  'registration_link',
  'payment_link',
] as const;
/** Each person's own: what they open, only the server knows. */
export const LINKS = ['registration_link', 'payment_link'] as const satisfies readonly MessageVariable[];
export type MessageVariable = (typeof MESSAGE_VARIABLES)[number];
export type MessageValues = Readonly<Record<MessageVariable, string>>;

const KNOWN: ReadonlySet<string> = new Set(MESSAGE_VARIABLES);
const PLACEHOLDER = /\{\{\s*([a-z_]{1,40})\s*\}\}/g;

export const isVariable = (key: string): key is MessageVariable => KNOWN.has(key);
export const placeholder = (variable: string): string => `{{${variable}}}`;

/** The same words that the documents have, so that a mail and its attachment never differ. */
export function messageValues(
  facts: RegistrationFacts,
  words: DocumentWords,
  { link, ...options }: ValueOptions & { link: string },
): MessageValues {
  const [values] = copiesOf('invoice', facts, words, options);
  const numbers = facts.clients.flatMap(({ number }) => number || []);
  // An invoice is one copy, always.
  return {
    ...(values as MessageValues),
    amount_due: dueOf(facts, words),
    ...{ number: numbers.join('\n'), registration_link: link },
    payment_link: link === '' ? '' : `${link}/pay`,
  };
}

/** What is still to be paid; '' where nothing was ever asked for. */
function dueOf({ consumer }: RegistrationFacts, words: DocumentWords): string {
  if (consumer?.registration == null) return '';
  const { open, currency } = settlementOf(consumer);
  return moneyFormat(words, currency).format(open / 100);
}

/** The text with the values in it. What is no variable stays as it was typed. */
export function filled(
  text: string,
  values: MessageValues,
  shown: (value: string) => string = (value) => value,
): string {
  return text.replaceAll(PLACEHOLDER, (whole, key: string) => (isVariable(key) ? shown(values[key]) : whole));
}

/** Whether a text names a variable. */
export const namesVariable = (text: string, variable: MessageVariable): boolean =>
  Array.from(text.matchAll(PLACEHOLDER), ([, key]) => key).includes(variable);

/** What somebody typed or pasted as one, whatever it is called: '{{First name}}'; and a name of ours in single brackets. */
const BRACKETED = /(\{?)\{([^{}<>\n]{1,80})\}(\}?)/g;

/** What looks like a variable and is none, each once. */
export function unknownVariables(text: string): string[] {
  const found = Array.from(text.matchAll(BRACKETED), ([whole, before, inner = '', after]) => {
    const name = inner.trim();
    if (before !== '' && after !== '') return isVariable(name) ? '' : name;
    return isVariable(name.toLowerCase()) ? whole : '';
  });
  return [...new Set(found)].filter((name) => name !== '');
}

/** Parts of a text, for those who show variables as chips. */
export type TextPart = { text: string } | { variable: MessageVariable };

export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [whole, key = ''] = match;
    if (!isVariable(key)) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ variable: key });
    at = match.index + whole.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
