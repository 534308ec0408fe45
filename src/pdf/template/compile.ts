import {
  decodePDFRawStream,
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFRawStream,
  PDFStream,
  type PDFContext,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { FILE_MAX_BYTES } from '#domain/documents/file.ts';
import { TEMPLATE_MAX_PAGES } from './limits.ts';
import { objectsFrom, type Part } from './objects.ts';
import { seenPage, type SeenPage } from './seenPage.ts';
import { stampsOf, type Stamps } from './stamps.ts';

/** A template's PDF, read once for any number of documents. */
export interface CompiledTemplate {
  readonly pages: readonly TemplatePage[];
  /** Its pages as drawings, with all they need. */
  readonly part: Part;
  /** The first object number that is free. */
  readonly next: number;
  /** Entries of the catalog that decide what is seen: layers that are off stay off. */
  readonly catalog: string;
}
export interface TemplatePage extends SeenPage {
  /** Object numbers. */
  readonly drawing: number;
  readonly stamps: readonly { number: number; matrix: readonly number[] }[];
  readonly links: readonly number[];
  /** How its colours are mixed, as the page says it. */
  readonly group: string;
}

export type TemplateFault = 'unreadable' | 'needs_password' | 'too_large' | 'too_many_pages';
/** Why a PDF cannot serve as a template. */
export class TemplateError extends Error {
  readonly code: TemplateFault;

  constructor(code: TemplateFault, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

export async function compileTemplate(bytes: Uint8Array): Promise<CompiledTemplate> {
  if (bytes.length > FILE_MAX_BYTES) throw new TemplateError('too_large');
  const source = await load(bytes);
  const sheets = pagesOf(source);
  if (sheets.length > TEMPLATE_MAX_PAGES) throw new TemplateError('too_many_pages');
  await drawFields(source);
  const { context } = await PDFDocument.create();
  for (const [ref] of context.enumerateIndirectObjects()) context.delete(ref);
  const copier = PDFObjectCopier.for(source.context, context);
  try {
    const pages = sheets.map((page) => templatePage(page, copier, context));
    const layers = source.catalog.lookupMaybe(PDFName.of('OCProperties'), PDFDict);
    const catalog =
      layers === undefined ? '' : `/OCProperties ${context.register(copier.copy(layers)).toString()}`;
    return { pages, catalog, part: objectsFrom(context, 1), next: context.largestObjectNumber + 1 };
  } catch (error) {
    throw new TemplateError('unreadable', error);
  }
}

/** Files that may be read without a password but not changed are taken too: the organiser's own they are. */
async function load(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, password: '' });
  } catch (error) {
    const isLocked = error instanceof EncryptedPDFError || /password/i.test(String(error));
    throw new TemplateError(isLocked ? 'needs_password' : 'unreadable', error);
  }
}

function pagesOf(source: PDFDocument): PDFPage[] {
  try {
    const pages = source.getPages();
    if (pages.length > 0) return pages;
  } catch (error) {
    throw new TemplateError('unreadable', error);
  }
  throw new TemplateError('unreadable');
}

/** Fields that were filled in by a program that left drawing them to the reader. */
async function drawFields(source: PDFDocument): Promise<void> {
  if (source.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict) === undefined) return;
  try {
    source.getForm().updateFieldAppearances();
    await source.flush();
  } catch {
    // A form that cannot be understood shows what it brought along.
  }
}

function templatePage(page: PDFPage, copier: PDFObjectCopier, into: PDFContext): TemplatePage {
  const seen = seenPage(page);
  const resources = page.node.Resources();
  const drawing = into.register(
    into.flateStream(contentOf(page), {
      Type: 'XObject',
      Subtype: 'Form',
      FormType: 1,
      BBox: [...seen.mediaBox],
      Resources: resources === undefined ? {} : copier.copy(resources),
    }),
  );
  const group = page.node.lookupMaybe(PDFName.of('Group'), PDFDict);
  const { drawings, links }: Stamps = stampsOf(page, copier, into);
  return {
    ...seen,
    drawing: drawing.objectNumber,
    stamps: drawings.map(({ ref, matrix }) => ({ number: ref.objectNumber, matrix })),
    links: links.map(({ objectNumber }: PDFRef) => objectNumber),
    group: group === undefined ? '' : `/Group ${into.register(copier.copy(group)).toString()}`,
  };
}

/** The page's content in one piece: a word may begin in one stream and end in the next. */
function contentOf(page: PDFPage): Uint8Array {
  const contents = page.node.lookup(PDFName.of('Contents'));
  const streams =
    contents instanceof PDFArray
      ? Array.from({ length: contents.size() }, (_, at) => contents.lookup(at))
      : [contents];
  const pieces = streams.flatMap((stream) => {
    if (stream instanceof PDFRawStream) return [decodePDFRawStream(stream).decode(), SPACE];
    return stream instanceof PDFStream ? [stream.getContents(), SPACE] : [];
  });
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const SPACE = Uint8Array.of(0x0a);
