import type { Template } from '#domain/commands/templates.ts';
import type { Language } from '#domain/config.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { RegistrationFacts } from '#domain/templates/facts.ts';
import { copiesOf } from '#domain/templates/values.ts';
import { CODE_VARIABLES, type TemplateKind } from '#domain/templates/variables.ts';
import type { Failure } from '#data/types.ts';
import { DOCUMENT_WORDS, DRAFT_STAMP } from '#i18n/documentWords.ts';
import { openTemplate } from '#pdf/fileJob.ts';
import { OWN_TEMPLATE_WORDS, paperFileName } from '#i18n/ownTemplateWords.ts';

/** Nobody asks for one whose template is not there. */
const UNREADABLE = { invitation: 'unreadable_invitation', invoice: 'unreadable_invoice' } as const;

interface DocumentOf {
  /** Of whoever saves it: the file is called in it. */
  reader: Language;
  client: Client;
  consumer: Consumer | null;
  templates: Record<TemplateKind, Template | undefined>;
  factsOf: (of: { consumerId: string } | { clientId: string }) => RegistrationFacts | null;
  pdfOf: (templateId: string) => Promise<Blob | null>;
  /** Its date, ms. */
  now: number;
}

/**
 * The invitation or invoice of a client's registration. An invoice from here is a draft, and marked so: what is
 * issued comes from the server (readings, no. 52).
 */
export async function makeDocument(
  kind: TemplateKind,
  { reader, client, consumer, templates, factsOf, pdfOf, now }: DocumentOf,
): Promise<Result<{ blob: Blob; name: string }, Failure>> {
  const template = templates[kind];
  const facts = factsOf(consumer === null ? { clientId: client._id } : { consumerId: consumer._id });
  const pdf = template === undefined ? null : await pdfOf(template._id);
  if (template === undefined || facts === null || pdf === null) return err({ code: UNREADABLE[kind] });
  const { language } = template;
  const copies = copiesOf(kind, facts, DOCUMENT_WORDS[language], { now, boxes: template.refs });
  const isDraft = kind === 'invoice';
  const id = (kind === 'invoice' ? copies[0]?.invoice_id : '') || client.number || client.surname;
  const title = `${OWN_TEMPLATE_WORDS[language][kind]} ${id}`;
  const order = { title, language, copies, ...(isDraft ? { stamp: DRAFT_STAMP[language] } : {}) };
  const opening = openTemplate(pdf);
  try {
    const opened = await opening.opened;
    if (typeof opened === 'string') return err({ code: UNREADABLE[kind], message: opened });
    const [made] = await opened.render({ boxes: template.refs, codes: CODE_VARIABLES, orders: [order], now });
    if (made?.ok !== true) return err({ code: made?.areAway === true ? 'offline' : 'unprintable_text' });
    return ok({ blob: made.blob, name: `${paperFileName(reader, kind)}-${id}.pdf` });
  } finally {
    opening.close();
  }
}
