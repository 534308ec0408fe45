import type { DocOf } from '../documents/index.ts';
import { newDocument } from '../documents/new.ts';
import { docId } from '../ids.ts';
import { err } from '../result.ts';
import { writing, type Command } from './command.ts';

type WhatsappTemplate = DocOf<'whatsapptemplate'>;

/** A text that messages by WhatsApp are made of; one of spaces alone is none (specification 2 §5). */
export const addWhatsappTemplate: Command<{ text: string }, WhatsappTemplate> = (_view, { text }, caller) => {
  if (text.trim() === '') return err({ code: 'nothing_to_do' });
  const { author, time } = caller;
  const template = newDocument('whatsapptemplate', {
    _id: docId('whatsapptemplate', caller.newId()),
    date: time,
    message: [text.trim()],
    metadata: { author, createdAt: time, updatedAt: time },
  });
  return writing(template, template);
};

export const removeWhatsappTemplate: Command<{ id: string }, null> = (view, { id }) => {
  const template = view.stored('whatsapptemplate', id);
  if (template?._rev === undefined) return err({ code: 'not_found' });
  return writing(null, { _id: id, _rev: template._rev, _deleted: true });
};
