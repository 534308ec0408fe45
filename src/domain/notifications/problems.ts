import type { DocOf } from '../documents/index.ts';
import type { Notif } from '../documents/notif.ts';
import { LIMITS } from '../text/text.ts';
import { isSeen } from '../text/unseen.ts';
import { contentsOf } from './contents.ts';
import { MOST_PICTURES, picturesWeight } from './pictures.ts';
import { hasTooManyVariables } from './length.ts';
import { hasText, plainText } from './richText.ts';
import { unknownVariables } from './variables.ts';
import { boundTo, placeholdersOf, unfilledIn, whatsappText, type Bound } from './whatsapp.ts';

/** Why a notification cannot be saved to be sent; the codes are those of the specification where it has one. */
export type NotifProblem =
  | { code: 'email_creation.empty_email' }
  /** Specification 1 §5. */
  | { code: 'email_creation.empty_sms' }
  /** Its pictures; its text. */
  | { code: 'too_large' }
  | { code: 'too_long' }
  | { code: 'too_many_variables' }
  | { code: 'missing_template' }
  | { code: 'unknown_variable'; variable: string }
  /** Nothing stands for a placeholder of the approved content. */
  | { code: 'unbound'; placeholder: string };

/**
 * A subject may be missing ('(No subject)'), the message may not. `templates` are the WhatsApp templates that are there, by
 * id.
 */
export function problemsOf(
  notif: Pick<Notif, 'notifMethod' | 'contents'>,
  templates: ReadonlyMap<string, DocOf<'whatsapptemplate'>>,
): NotifProblem[] {
  const contents = contentsOf(notif);
  switch (contents.method) {
    case 'email': {
      const { subject, html, text } = contents;
      const isEmpty = !hasText(html) && !isSeen(text);
      return [
        ...(isEmpty ? [{ code: 'email_creation.empty_email' as const }] : []),
        ...(picturesWeight(html) > MOST_PICTURES ? [{ code: 'too_large' as const }] : []),
        ...lengthOf({ subject, html, text }),
        ...(hasTooManyVariables(`${subject} ${html} ${html === '' ? text : ''}`)
          ? [{ code: 'too_many_variables' as const }]
          : // As guests read it, addresses included: what only looks like one may be half bold.
            unknownIn(`${subject} ${html === '' ? text : plainText(html)}`)),
      ];
    }
    case 'sms':
      if (!isSeen(contents.message)) return [{ code: 'email_creation.empty_sms' }];
      return [...lengthOf({ text: contents.message }), ...wrongIn(contents.message)];
    default:
      return whatsappProblems(templates.get(contents.templateId ?? ''), contents.bound);
  }
}

const known = new WeakMap<object, boolean>();

/** Whether guests would read brackets: the editor saves no such message, other programs write what they like. */
export function namesUnknown(
  notif: Pick<Notif, 'notifMethod' | 'contents'>,
  templates: ReadonlyMap<string, DocOf<'whatsapptemplate'>>,
): boolean {
  // Asked for each person; what a template says may change.
  const before = notif.notifMethod === 'whatsapp' ? undefined : known.get(notif);
  const found = before ?? problemsOf(notif, templates).some(({ code }) => code === 'unknown_variable');
  known.set(notif, found);
  return found;
}

function whatsappProblems(template: DocOf<'whatsapptemplate'> | undefined, bound: Bound): NotifProblem[] {
  if (template === undefined) return [{ code: 'missing_template' }];
  // Guests would read « {{1}} ».
  if (!template.contentSid)
    return unfilledIn(whatsappText(template)).map((variable) => ({ code: 'unknown_variable', variable }));
  return placeholdersOf(template).flatMap((key) => {
    const text = boundTo(key, bound);
    return !isSeen(text) ? [{ code: 'unbound' as const, placeholder: key }] : unknownIn(text);
  });
}

/** Longer, and the document is not taken. */
const lengthOf = ({ subject = '', html = '', text }: { subject?: string; html?: string; text: string }) =>
  subject.length > LIMITS.text || html.length > LIMITS.richText || text.length > LIMITS.longText
    ? [{ code: 'too_long' as const }]
    : [];

const wrongIn = (said: string): NotifProblem[] =>
  hasTooManyVariables(said) ? [{ code: 'too_many_variables' }] : unknownIn(said);

const unknownIn = (text: string): NotifProblem[] =>
  unknownVariables(text).map((variable) => ({ code: 'unknown_variable', variable }));
