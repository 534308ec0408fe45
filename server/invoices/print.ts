import type { DocOf } from '#domain/documents/index.ts';
import { TEMPLATE_ATTACHMENT } from '#domain/documents/templateFields.ts';
import { CODE_VARIABLES } from '#domain/templates/variables.ts';
import { templateFor } from '#domain/notifications/papers.ts';
import type { InvoiceData } from '#domain/templates/invoiceData.ts';
import { paymentCodeOf } from '#domain/templates/paymentCode.ts';
import { PAYMENT_WORDS } from '#i18n/paymentWords.ts';
import { OWN_TEMPLATE_WORDS } from '#i18n/ownTemplateWords.ts';
import { paymentPage } from '#pdf/payment/paymentPage.ts';
import type { OwnPage } from '#pdf/template/ownPage.ts';
import { compileTemplate, TemplateError, type CompiledTemplate } from '#pdf/template/compile.ts';
import { OWN_BOXES } from '#pdf/template/ownBoxes.ts';
import { ownTemplatePdf } from '#pdf/template/ownTemplate.ts';
import type { Batch } from '#pdf/template/layOut.ts';
import { renderBatch } from '#pdf/template/render.ts';
import { serverFonts } from '../base/fonts.ts';
import { templates as readTemplates } from '../base/templates.ts';
import { isMissing } from '../base/errors.ts';
import type { Database } from '../storage/types.ts';
import type { IssuedRecord } from './records.ts';

type InvoiceTemplate = DocOf<'invoicetemplate'>;

export type Printed =
  { ok: true; bytes: Uint8Array } | { ok: false; lacks: 'missing_template' | 'unprintable' };

/** Prints invoices on the organiser's own templates, and credit notes, which have none, on Foyer's. */
export interface Printer {
  /** In the order asked for; those of one template share its parts. */
  print(records: readonly IssuedRecord[]): Promise<Printed[]>;
}

export function createPrinter(db: Database, templates: Iterable<InvoiceTemplate>): Printer {
  const all = [...templates];
  const compiled = new Map<string, Promise<CompiledTemplate | null>>();
  const once = (key: string, make: () => Promise<CompiledTemplate>): Promise<CompiledTemplate | null> => {
    let found = compiled.get(key);
    if (found === undefined) {
      found = make().catch((error: unknown) => {
        if (error instanceof TemplateError || isMissing(error)) return null;
        throw error;
      });
      compiled.set(key, found);
    }
    return found;
  };

  async function paperOf({ kind, data }: IssuedRecord): Promise<Pick<Batch, 'template' | 'boxes'> | null> {
    if (kind === 'credit') {
      const template = await once(`credit ${data.takesBack}`, async () =>
        compileTemplate(await creditNote(data)),
      );
      return template && { template, boxes: OWN_BOXES.invoice };
    }
    const own = templateFor('invoice', all, data);
    if (own === undefined) return null;
    const template = await once(own._id, async () => {
      const pdf = await db.getAttachment(own._id, TEMPLATE_ATTACHMENT);
      return readTemplates.compile(new Uint8Array(pdf as Buffer));
    });
    return template && { template, boxes: own.refs };
  }

  async function printOne(record: IssuedRecord): Promise<Printed> {
    const paper = await paperOf(record);
    if (paper === null) return { ok: false, lacks: 'missing_template' };
    const { data, texts, kind } = record;
    const words = OWN_TEMPLATE_WORDS[data.language];
    const title = `${kind === 'credit' ? words.credit : words.invoice} ${data.number}`;
    const [made] = await renderBatch(
      {
        ...paper,
        ...{ codes: CODE_VARIABLES, now: data.issuedAt },
        orders: [{ title, language: data.language, copies: [texts], ...paymentOf(data) }],
      },
      serverFonts(),
    );
    return made?.ok === true ? { ok: true, bytes: made.bytes() } : { ok: false, lacks: 'unprintable' };
  }

  return {
    async print(records) {
      const printed: Printed[] = [];
      for (const record of records) printed.push(await printOne(record));
      return printed;
    },
  };
}

/** How an invoice is paid to an account, on a page behind it. */
function paymentOf(data: InvoiceData): { lastPage?: OwnPage } {
  const code = paymentCodeOf(data);
  return code === null ? {} : { lastPage: paymentPage(code, PAYMENT_WORDS[data.language], data.number) };
}

/**
 * The organiser's template says 'invoice'; this page says what it is, and of which. Issuer and event are those of the invoice: what
 * the event is called by now was never sold, and one whose bytes were lost comes out as it was.
 */
async function creditNote({ language, takesBack, seller, event }: InvoiceData): Promise<Uint8Array> {
  const own = OWN_TEMPLATE_WORDS[language];
  const { credit: invoice, creditNumber: number } = own;
  const words = { ...own, invoice, number, thanks: `${own.takesBack} ${takesBack ?? ''}.` };
  const title = (language === 'fr' && event.titleFrench) || event.title;
  const company = seller.company ?? '';
  const fonts = serverFonts();
  await fonts.prepare([...Object.values(words), title, company]);
  return ownTemplatePdf(
    {
      ...{ kind: 'invoice', words, language, now: 0, title: invoice, payTo: [] },
      event: { title, company, location: '', date: '' },
    },
    fonts,
  );
}
