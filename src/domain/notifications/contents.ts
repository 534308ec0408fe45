import type { Notif } from '../documents/notif.ts';
import type { Bound } from './whatsapp.ts';

/** What a notification says, by its method; texts with their variables still in them. */
export type Contents =
  | {
      method: 'email';
      subject: string;
      /** As a member wrote it: any HTML at all, so it is rebuilt before anybody sees it (richText.ts). */
      html: string;
      /** Stands for the HTML where that is missing. */
      text: string;
      font: string;
      attachInvoice: boolean;
      attachInvitation: boolean;
    }
  | { method: 'sms'; message: string }
  | { method: 'whatsapp'; templateId: string | null; bound: Bound };

/** The contents stand at the top, or under the method's name: both are read, the latter first. */
export function contentsOf({ notifMethod, contents }: Pick<Notif, 'notifMethod' | 'contents'>): Contents {
  const own = contents?.[notifMethod] ?? {};
  const all: NonNullable<Notif['contents']> = { ...contents, ...own };
  switch (notifMethod) {
    case 'email':
      return {
        method: 'email',
        subject: all.subject ?? '',
        html: all.body?.html ?? '',
        text: all.body?.text ?? '',
        font: all.body?.font ?? '',
        attachInvoice: all.attachInvoice === true,
        attachInvitation: all.attachInvitation === true,
      };
    case 'sms':
      return { method: 'sms', message: all.message ?? '' };
    default:
      return { method: 'whatsapp', templateId: all.templateId || null, bound: all.variables ?? {} };
  }
}

export type AskedTemplate = 'whatsapp' | 'invitation' | 'invoice' | 'either';
interface Asking {
  method: Notif['notifMethod'];
  attachInvitation?: boolean;
  attachInvoice?: boolean;
}

/** Which template a message lacks when it lacks one: of two documents it may be either's. */
export function askedTemplate({
  method,
  attachInvitation = false,
  attachInvoice = false,
}: Asking): AskedTemplate | null {
  if (method === 'whatsapp') return 'whatsapp';
  if (method !== 'email') return null;
  if (attachInvitation && attachInvoice) return 'either';
  return attachInvitation ? 'invitation' : attachInvoice ? 'invoice' : null;
}
