import type { DocOf } from '../documents/index.ts';
import { newDocument } from '../documents/new.ts';
import { docId } from '../ids.ts';
import { unfilledIn } from '../notifications/whatsapp.ts';
import { err } from '../result.ts';
import { asText } from '../text/unseen.ts';
import { writing, type Command } from './command.ts';

type WhatsappTemplate = DocOf<'whatsapptemplate'>;

/** What the provider calls content that WhatsApp approved. */
export const CONTENT_SID = 'HX[0-9a-fA-F]{32}';

export interface NewWhatsappTemplate {
  text: string;
  /** '' where it is free text. */
  contentSid: string;
}

/** A text that messages by WhatsApp are made of; one of spaces alone is none (specification 2 §5). */
export const addWhatsappTemplate: Command<NewWhatsappTemplate, WhatsappTemplate> = (
  _view,
  { text, contentSid },
  caller,
) => {
  if (asText(text).trim() === '') return err({ code: 'nothing_to_do' });
  const sid = contentSid.trim();
  if (sid !== '' && !new RegExp(`^${CONTENT_SID}$`).test(sid))
    return err({ code: 'content_sid', field: 'contentSid' });
  if (sid === '' && unfilledIn(text).length > 0)
    return err({ code: 'content_sid_missing', field: 'contentSid' });
  const { author, time } = caller;
  const template = newDocument('whatsapptemplate', {
    _id: docId('whatsapptemplate', caller.newId()),
    date: time,
    // With a sign that is no text, as presentations break lines with, it would not be taken.
    message: [asText(text).trim()],
    ...(sid === '' ? {} : { contentSid: sid }),
    metadata: { author, createdAt: time, updatedAt: time },
  });
  return writing(template, template);
};

export const removeWhatsappTemplate: Command<{ id: string }, null> = (view, { id }) => {
  const template = view.stored('whatsapptemplate', id);
  if (template?._rev === undefined) return err({ code: 'not_found' });
  return writing(null, { _id: id, _rev: template._rev, _deleted: true });
};
