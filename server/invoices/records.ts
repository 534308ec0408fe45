import { createHash } from 'node:crypto';
import type { IssuedInvoice } from '#domain/documents/consumer.ts';
import type { InvoiceData } from '#domain/templates/invoiceData.ts';
import type { TemplateValues } from '#domain/templates/values.ts';
import { isMissing } from '../base/errors.ts';
import { read, type Stored } from '../storage/documents.ts';
import type { AnyDoc, Database } from '../storage/types.ts';

/** Which one: invoices and credit notes are numbered apart. */
export interface IssuedKey {
  kind: InvoiceData['kind'];
  index: number;
}

/** What was issued, in the event's history database, which no token reaches: written once, but for a PDF that it lacked. */
export interface IssuedRecord extends IssuedKey {
  consumerId: string;
  data: InvoiceData;
  /** What its PDF says, box by box. */
  texts: TemplateValues;
  lacks: NonNullable<IssuedInvoice['lacks']> | null;
  sha256: string | null;
}

export const ISSUED = 'issued_';
const PDF = 'pdf';

export const issuedId = ({ kind, index }: IssuedKey): string => `${ISSUED}${kind}_${index}`;

export function recordOf({ kind, index, consumerId, data, texts, lacks, sha256 }: AnyDoc): IssuedRecord {
  return { kind, index, consumerId, data, texts, lacks, sha256 } as IssuedRecord;
}

/** The document of a record, with its PDF where there is one. */
export function documentOf(record: IssuedRecord, pdf: Uint8Array | null): AnyDoc & { _id: string } {
  return {
    ...record,
    _id: issuedId(record),
    ...(pdf === null
      ? {}
      : {
          sha256: createHash('sha256').update(pdf).digest('base64url'),
          _attachments: {
            [PDF]: { content_type: 'application/pdf', data: Buffer.from(pdf).toString('base64') },
          },
        }),
  };
}

export const issued = async (historyDb: Database, key: IssuedKey): Promise<Stored | null> =>
  read(historyDb, issuedId(key));

/** The PDF as it was issued, byte for byte; null where there is none. */
export async function issuedPdf(
  historyDb: Database,
  key: IssuedKey,
): Promise<{ record: IssuedRecord; bytes: Uint8Array } | null> {
  const doc = await issued(historyDb, key);
  if (doc === null || doc['lacks'] !== null) return null;
  try {
    const pdf = (await historyDb.getAttachment(issuedId(key), PDF)) as Buffer;
    return { record: recordOf(doc), bytes: new Uint8Array(pdf) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** What a registration tells of it. */
export const summaryOf = ({ kind, index, data, lacks }: IssuedRecord): IssuedInvoice => ({
  ...{ kind, index, number: data.number, takesBack: data.takesBack, issuedAt: data.issuedAt },
  ...{ currency: data.currency, total: data.total, lacks },
  ...(data.reference == null ? {} : { reference: data.reference }),
});
