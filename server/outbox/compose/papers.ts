import { createHash } from 'node:crypto';
import { setImmediate as othersGoOn } from 'node:timers/promises';
import { canonical } from '#domain/canonical.ts';
import type { Template } from '#domain/commands/templates.ts';
import { standingPaper } from '#domain/money/invoice.ts';
import { TEMPLATE_ATTACHMENT } from '#domain/documents/templateFields.ts';
import type { RegistrationFacts } from '#domain/templates/facts.ts';
import { copiesOf } from '#domain/templates/values.ts';
import { CODE_VARIABLES, type TemplateKind } from '#domain/templates/variables.ts';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import { OWN_TEMPLATE_WORDS } from '#i18n/ownTemplateWords.ts';
import { TemplateError, type CompiledTemplate } from '#pdf/template/compile.ts';
import { renderBatch } from '#pdf/template/render.ts';
import { serverFonts } from '../../base/fonts.ts';
import { templates } from '../../base/templates.ts';
import { keptPdf } from '../../invoices/kept.ts';
import { issued } from '../../invoices/records.ts';
import type { Database } from '../../storage/types.ts';

/** A document for one registration. */
export interface PaperOrder {
  kind: TemplateKind;
  template: Template;
  facts: RegistrationFacts;
  /** ms; the document's date. */
  now: number;
}
export type Paper =
  | ({ ok: true } & MadePaper)
  /** A letter that no typeface has, a template that is none, or an issued one that was lost. */
  | { ok: false; hold: 'unprintable' | 'unreadable_template' | 'missing_template' | 'missing_file' };

export interface MadePaper {
  name: string;
  size: number;
  sha256: string;
  /** Of one that is made anew: names all that it is made of. Its bytes differ with those it is made together with, whose letters share its fonts. */
  meant?: string;
  /** The same each time. */
  bytes: Bytes;
}
/** Given when they are asked for: hundreds wait to be sent, and each may be of 20 MB. */
export type Bytes = () => Uint8Array | Promise<Uint8Array>;
/** Smaller ones are kept until then, and made once. */
const MOST_KEPT = 300_000;

function made(name: string, bytes: Uint8Array, again: Bytes): { ok: true } & MadePaper {
  const sha256 = createHash('sha256').update(bytes).digest('base64url');
  const size = bytes.length;
  return { ok: true, name, size, sha256, bytes: size > MOST_KEPT ? again : () => bytes };
}

/** Makes the documents of one event's messages; each template is read once. */
export interface Papers {
  /** In the order asked for. Those of one template and time share its parts. */
  make(orders: readonly PaperOrder[]): Promise<Paper[]>;
}

/** The PDF of what stands of a registration's invoices, as it was issued, or what it lacks; null where none was. */
export type IssuedPapers = (consumer: RegistrationFacts['consumer']) => Promise<Paper | null>;

export function openPapers(db: Database, issuedOf: IssuedPapers): Papers {
  const compiled = new Map<string, Promise<CompiledTemplate | null>>();

  function compile({ _id, _rev }: Template): Promise<CompiledTemplate | null> {
    const key = `${_id} ${_rev}`;
    let found = compiled.get(key);
    if (found === undefined) {
      found = db
        .getAttachment(_id, TEMPLATE_ATTACHMENT)
        .then((pdf) => templates.compile(new Uint8Array(pdf as Buffer)))
        .catch((error: unknown) => {
          compiled.delete(key);
          if (error instanceof TemplateError || (error as { status?: number }).status === 404) return null;
          throw error;
        });
      compiled.set(key, found);
    }
    return found;
  }

  async function makeOf(template: Template, orders: readonly PaperOrder[], now: number): Promise<Paper[]> {
    const opened = await compile(template);
    if (opened === null) return orders.map(() => ({ ok: false, hold: 'unreadable_template' }));
    const { language } = template;
    const named = orders.map(({ kind, facts }) => {
      const copies = copiesOf(kind, facts, DOCUMENT_WORDS[language], { now, boxes: template.refs });
      const [first] = copies;
      const id = (kind === 'invoice' ? first?.invoice_id : first?.number) ?? '';
      return {
        name: `${kind}-${fileName(id)}.pdf`,
        title: `${OWN_TEMPLATE_WORDS[language][kind]} ${id}`,
        copies,
        meant: createHash('sha256')
          .update(canonical([kind, template._id, template._rev, language, now, copies]))
          .digest('base64url'),
      };
    });
    const rendered = await renderBatch(
      {
        ...{ template: opened, boxes: template.refs, codes: CODE_VARIABLES, now },
        orders: named.map(({ title, copies }) => ({ title, language, copies })),
      },
      serverFonts(),
    );
    const papers: Paper[] = [];
    for (const [index, one] of rendered.entries()) {
      const { name = '', meant = '' } = named[index] ?? {};
      const paper: Paper = one.ok
        ? { ...made(name, one.bytes(), one.bytes), meant }
        : { ok: false, hold: 'unprintable' };
      papers.push(paper);
      // A hundred of 20 MB take seconds.
      if (paper.ok && paper.size > MOST_KEPT) await othersGoOn();
    }
    return papers;
  }

  return {
    async make(orders) {
      const groups = new Map<string, PaperOrder[]>();
      const papers = new Map<PaperOrder, Paper>();
      for (const order of orders) {
        const kept = order.kind === 'invoice' ? await issuedOf(order.facts.consumer) : null;
        if (kept !== null) {
          papers.set(order, kept);
          continue;
        }
        const key = `${order.template._id} ${order.now}`;
        groups.set(key, [...(groups.get(key) ?? []), order]);
      }
      for (const group of groups.values()) {
        const [first] = group;
        if (first === undefined) continue;
        const all = await makeOf(first.template, group, first.now);
        for (const [index, order] of group.entries()) {
          const paper = all[index];
          if (paper !== undefined) papers.set(order, paper);
        }
      }
      return orders.map((order) => papers.get(order) ?? { ok: false, hold: 'missing_template' });
    },
  };
}

/** What is issued goes out as it is. */
export const issuedPapers =
  (books: Parameters<typeof keptPdf>[0]): IssuedPapers =>
  async (consumer) => {
    if (consumer?.invoiceIndex == null) return null;
    // An invoice that was taken back is not to be paid: whoever asks for it gets what took it back.
    const { kind, index } = standingPaper(consumer) ?? { kind: 'invoice', index: consumer.invoiceIndex };
    const key = { kind, index };
    const kept = await keptPdf(books, key);
    if (kept === 'lost') return { ok: false, hold: 'missing_file' };
    if (kept === null) {
      const lacks = (await issued(books.historyDb, key))?.['lacks'];
      // One made of what the registration says by now would be another one under the same number. It was asked for on a template.
      if (lacks === 'missing_template') return { ok: false, hold: 'unreadable_template' };
      return lacks === 'unprintable' ? { ok: false, hold: lacks } : null;
    }
    const { bytes, record } = kept;
    const what = kind === 'credit' ? 'credit-note' : 'invoice';
    return made(`${what}-${fileName(record.data.number)}.pdf`, bytes, async () => {
      const again = await keptPdf(books, key);
      if (again === null || again === 'lost')
        throw new Error(`what was issued is gone: ${record.data.number}`);
      return again.bytes;
    });
  };

/** Numbers are given by people, too. */
const fileName = (id: string): string => id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
