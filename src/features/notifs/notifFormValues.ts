import { fieldsOf, type NotifFields } from '#domain/commands/notifs.ts';
import type { Consumer, NotifMethod } from '#domain/documents/consumer.ts';
import type { Notif } from '#domain/documents/notif.ts';
import type { Language } from '#domain/config.ts';
import { contentsOf } from '#domain/notifications/contents.ts';
import { clockText, dayText, timeTyped, type Calendar } from '#domain/days.ts';
import { escaped, plainText, rebuiltHtml } from '#domain/notifications/richText.ts';

/** What is typed into the editor; the texts of all methods, so that looking at another tab loses nothing. */
export interface NotifFormValues {
  notifType: NotifFields['notifType'];
  method: NotifMethod;
  purpose: NotifFields['purpose'];
  status: Consumer['status'] | null;
  statusNew: Consumer['status'] | null;
  language: Language | null;
  sessionIds: string[] | null;
  /** Null: whether somebody has paid does not matter. */
  unpaidDays: number | null;
  subject: string;
  html: string;
  font: string;
  attachInvitation: boolean;
  attachInvoice: boolean;
  /** Ids of the organiser's own files. */
  attachments: string[];
  message: string;
  templateId: string | null;
  /** What stands for the placeholders of the template's approved content. */
  variables: Record<string, string>;
  /** Of a one-time notification. */
  planned: boolean;
  /** 'YYYY-MM-DD' and 'HH:mm'. */
  day: string | null;
  time: string;
}

/** A planned time is told and typed as the clocks at the event show it. */
export function valuesOf(notif: Notif | null, calendar: Calendar): NotifFormValues {
  const fields = notif === null ? NEW : fieldsOf(notif);
  const { notifMethod: method, contents } = fields;
  const email = contentsOf({ notifMethod: 'email', contents: method === 'email' ? contents : {} });
  const sms = contentsOf({ notifMethod: 'sms', contents: method === 'sms' ? contents : {} });
  const whatsapp = contentsOf({ notifMethod: 'whatsapp', contents: method === 'whatsapp' ? contents : {} });
  const sendAt = fields.notifType === 'one-time' ? fields.sendAt : null;
  return {
    notifType: fields.notifType,
    method,
    purpose: fields.purpose,
    status: fields.consumerStatus,
    statusNew: fields.consumerStatusNew,
    language: fields.language,
    sessionIds: fields.sessionIds,
    unpaidDays: fields.unpaidDays,
    ...(email.method === 'email'
      ? {
          subject: email.subject,
          html: email.html || paragraphs(email.text),
          font: email.font,
          attachInvitation: email.attachInvitation,
          attachInvoice: email.attachInvoice,
        }
      : { subject: '', html: '', font: '', attachInvitation: false, attachInvoice: false }),
    attachments: fields.attachments,
    message: sms.method === 'sms' ? sms.message : '',
    ...(whatsapp.method === 'whatsapp'
      ? { templateId: whatsapp.templateId, variables: { ...whatsapp.bound } }
      : { templateId: null, variables: {} }),
    planned: sendAt !== null,
    day: sendAt === null ? null : dayText(calendar.dayOf(sendAt)),
    time: sendAt === null ? '' : clockText(calendar.minuteOf(sendAt)),
  };
}

/** Of a new one that begins as another stands: it is sent once somebody says so. */
export const valuesLike = (notif: Notif, calendar: Calendar): NotifFormValues =>
  valuesOf({ ...notif, notifType: NEW.notifType }, calendar);

const NEW: NotifFields = {
  // Nothing is sent before somebody says so.
  notifType: 'inactive',
  notifMethod: 'email',
  ...{ consumerStatus: null, consumerStatusNew: null, language: null, sessionIds: null },
  unpaidDays: null,
  contents: {},
  attachments: [],
  purpose: 'service',
  sendAt: null,
};

const paragraphs = (text: string): string =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `<p>${escaped(line)}</p>`)
        .join('');

/** When it is to be sent (ms); null for at once, and where what is typed is no time. */
export function plannedTime(
  { planned, day, time, notifType }: NotifFormValues,
  calendar: Calendar,
): number | null {
  return notifType === 'one-time' && planned ? timeTyped(day, time || '12:00', calendar) : null;
}

export function contentsFrom(values: NotifFormValues): NotifFields['contents'] {
  switch (values.method) {
    case 'email': {
      const html = rebuiltHtml(values.html);
      return {
        subject: values.subject.trim(),
        body: { font: values.font, html, text: plainText(html) },
        attachInvoice: values.attachInvoice,
        attachInvitation: values.attachInvitation,
      };
    }
    case 'sms':
      return { message: values.message.trim() };
    default:
      return {
        templateId: values.templateId,
        ...(Object.keys(values.variables).length === 0 ? {} : { variables: values.variables }),
      };
  }
}

export const fieldsFrom = (values: NotifFormValues, calendar: Calendar): NotifFields => ({
  notifType: values.notifType,
  notifMethod: values.method,
  consumerStatus: values.status,
  consumerStatusNew: values.statusNew,
  language: values.language,
  sessionIds: values.sessionIds,
  unpaidDays: values.unpaidDays ?? null,
  contents: contentsFrom(values),
  attachments: values.attachments,
  purpose: values.purpose,
  sendAt: plannedTime(values, calendar),
});
