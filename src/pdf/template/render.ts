import type { TemplateBox } from '#domain/documents/templateFields.ts';
import { PDFContext, PDFRef } from '@cantoo/pdf-lib';
import { qrCode, QUIET_ZONE } from '../qr.ts';
import { embedFace, utf16Hex } from '../type/embed.ts';
import type { Face, Fonts } from '../type/fonts.ts';
import { showLine, Typesetter } from '../type/typesetter.ts';
import { placeOf, placeText, type Fit, type Place } from './boxText.ts';
import type { CompiledTemplate, TemplatePage } from './compile.ts';
import { beginningOf, fileOf, objectsFrom, writtenObjects } from './objects.ts';
import { drawOwnPage, ownPageObject, type OwnPage } from './ownPage.ts';

/** What stands in the boxes, by variable. */
export type Texts = Readonly<Record<string, string>>;

/** One document: the template's pages once for each of its copies. */
export interface DocumentOrder {
  title: string;
  language: string;
  copies: readonly Texts[];
  /** Printed across each page, as on a draft. */
  stamp?: string;
  /** Behind them, of its own. */
  lastPage?: OwnPage;
}

export interface Batch {
  template: CompiledTemplate;
  boxes: readonly TemplateBox[];
  /** Variables that are printed as a QR code. */
  codes: ReadonlySet<string>;
  orders: readonly DocumentOrder[];
  /** ms; the date of the documents. */
  now: number;
}

/** A text that is not as its box asks for. */
export interface BoxNotice {
  box: number;
  copy: number;
  fit: Exclude<Fit, 'fits'>;
}
/** A text with characters that no typeface has: the document is held back rather than printed without them. */
export interface Unprintable {
  variable: string;
  characters: readonly string[];
}
export type Rendered =
  | { ok: true; notices: readonly BoxNotice[]; bytes(): Uint8Array<ArrayBuffer> }
  | { ok: false; unprintable: readonly Unprintable[] };

/**
 * The documents of a batch, each made when its bytes are asked for. They share the template's drawings and one subset of
 * each font, so a batch holds documents of one event only: a subset lists the letters of all of them.
 */
export async function renderBatch(batch: Batch, fonts: Fonts): Promise<readonly Rendered[]> {
  await fonts.prepare(textsOf(batch));
  const { template } = batch;
  const typesetter = new Typesetter(fonts);
  const resources = template.next;
  const drawn = batch.orders.map((order) => drawOrder(batch, order, typesetter, resources));

  const context = PDFContext.create();
  context.largestObjectNumber = resources;
  const names = typesetter.used.map((used) => {
    const ref = context.nextRef();
    embedFace(context, ref, used);
    return `/${used.face.key} ${ref.toString()}`;
  });
  const fontList = writtenObjects([[resources, `<< ${names.join(' ')} >>`]]);
  const beginning = beginningOf(
    [template.part, fontList, objectsFrom(context, resources + 1)],
    context.largestObjectNumber + 1,
  );
  return drawn.map((one): Rendered => {
    if (one.unprintable.length > 0) return { ok: false, unprintable: one.unprintable };
    return {
      ok: true,
      notices: one.notices,
      bytes() {
        const { objects, root, info } = documentObjects(template, one, beginning.next, batch.now);
        return fileOf(beginning, writtenObjects(objects), { root, info });
      },
    };
  });
}

function* textsOf({ orders }: Batch): Iterable<string> {
  for (const { copies, stamp, lastPage } of orders) {
    if (stamp !== undefined) yield stamp;
    for (const { text } of lastPage?.texts ?? []) yield text;
    for (const copy of copies) yield* Object.values(copy);
  }
}

interface DrawnOrder {
  order: DocumentOrder;
  /** What each page shows besides the template, copy by copy. */
  contents: readonly string[];
  lastPage: string | null;
  notices: readonly BoxNotice[];
  unprintable: readonly Unprintable[];
  fonts: number;
}

const nameOf = ({ key }: Face): string => key;

function drawOrder(
  { template, boxes, codes }: Batch,
  order: DocumentOrder,
  typesetter: Typesetter,
  fonts: number,
): DrawnOrder {
  const notices: BoxNotice[] = [];
  const unprintable = new Map<string, Set<string>>();
  const contents = order.copies.flatMap((texts, copy) =>
    template.pages.map((page, pageIndex) => {
      const drawn: string[] = [];
      for (const [index, box] of boxes.entries()) {
        const key = box.variableKey ?? '';
        const text = texts[key] ?? '';
        if (box.pageIndex !== pageIndex || text.trim() === '') continue;
        const place = placeOf(box, page);
        if (codes.has(key)) {
          drawn.push(drawCode(text, place));
          continue;
        }
        const { commands, fit, missing } = placeText(text, box, place, typesetter, nameOf);
        drawn.push(commands);
        if (fit !== 'fits') notices.push({ box: index, copy, fit });
        if (missing.length === 0) continue;
        const known = unprintable.get(key) ?? new Set<string>();
        for (const one of missing) known.add(one);
        unprintable.set(key, known);
      }
      if (order.stamp !== undefined) drawn.push(drawStamp(order.stamp, page, typesetter));
      return pageContent(page, drawn);
    }),
  );
  const lastPage = order.lastPage === undefined ? null : drawOwnPage(order.lastPage, typesetter, nameOf);
  if (lastPage !== null && lastPage.missing.length > 0) unprintable.set('', new Set(lastPage.missing));
  return {
    ...{ order, contents, notices, fonts, lastPage: lastPage?.commands ?? null },
    unprintable: [...unprintable].map(([variable, characters]) => ({
      variable,
      characters: [...characters],
    })),
  };
}

const n = (value: number): number => Math.round(value * 1000) / 1000;

/** The template in its own coordinates, the rest in those of the page as it is seen. */
function pageContent(page: TemplatePage, drawn: readonly string[]): string {
  const stamps = page.stamps.map(({ matrix }, index) => `q ${matrix.map(n).join(' ')} cm /S${index} Do Q\n`);
  const own = drawn.length === 0 ? '' : `q ${page.matrix.map(n).join(' ')} cm\n${drawn.join('\n')}\nQ`;
  return `/T Do\n${stamps.join('')}${own}`;
}

/** The code as one path: the largest square in the middle of its box, on white, with the margin that readers need. */
function drawCode(text: string, { left, bottom, width, height }: Place): string {
  const { size, runs } = qrCode(text);
  const side = Math.min(width, height);
  const unit = side / (size + 2 * QUIET_ZONE);
  const x = left + (width - side) / 2;
  const top = bottom + (height + side) / 2;
  const path = runs.map((run) => `${run.x} ${run.y} ${run.length} 1 re`).join(' ');
  const origin = `${n(x + QUIET_ZONE * unit)} ${n(top - QUIET_ZONE * unit)}`;
  return [
    `1 g ${n(x)} ${n(top - side)} ${n(side)} ${n(side)} re f`,
    `q ${unit.toFixed(5)} 0 0 ${(-unit).toFixed(5)} ${origin} cm 0 g ${path} f Q`,
  ].join('\n');
}

/** Across the page, from the lower left, pale enough to read what lies below. */
function drawStamp(text: string, { width, height }: TemplatePage, typesetter: Typesetter): string {
  const line = typesetter.line(text, 'bold');
  const diagonal = Math.hypot(width, height);
  const size = Math.min((diagonal * 0.7) / Math.max(line.width, 0.01), height * 0.2);
  const [cos, sin] = [width / diagonal, height / diagonal];
  const shown = showLine(line, { x: (-line.width * size) / 2, y: -size * 0.35 }, size, nameOf);
  return `q ${[cos, sin, -sin, cos, width / 2, height / 2].map(n).join(' ')} cm 0.6 G 0.8 w 1 Tr ${shown} Q`;
}

/** The objects that are this document's own, numbered from `first` on. */
function documentObjects(
  template: CompiledTemplate,
  { order, contents, lastPage, fonts }: DrawnOrder,
  first: number,
  now: number,
): { objects: [number, string][]; root: number; info: number } {
  const [root, info, tree] = [first, first + 1, first + 2];
  const objects: [number, string][] = [];
  const kids: string[] = [];
  let next = first + 3;
  for (const [index, content] of contents.entries()) {
    const page = template.pages[index % template.pages.length];
    if (page === undefined) continue;
    const [pageNumber, contentNumber] = [next, next + 1];
    next += 2;
    kids.push(`${pageNumber} 0 R`);
    objects.push(
      [pageNumber, pageObject(page, tree, contentNumber, fonts)],
      [contentNumber, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    );
  }
  if (lastPage !== null && order.lastPage !== undefined) {
    kids.push(`${next} 0 R`);
    objects.push(
      [next, ownPageObject(order.lastPage, tree, next + 1, fonts)],
      [next + 1, `<< /Length ${lastPage.length} >>\nstream\n${lastPage}\nendstream`],
    );
  }
  const language = `/Lang <${utf16Hex(`\ufeff${order.language}`)}>`;
  const when = pdfDate(now);
  return {
    ...{ root, info },
    objects: [
      [
        root,
        `<< /Type /Catalog /Pages ${tree} 0 R ${language} /ViewerPreferences << /DisplayDocTitle true >> ${template.catalog} >>`,
      ],
      [
        info,
        `<< /Title <${utf16Hex(`\ufeff${order.title}`)}> /Creator (Foyer) /Producer (Foyer) /CreationDate (${when}) /ModDate (${when}) >>`,
      ],
      [tree, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`],
      ...objects,
    ],
  };
}

function pageObject(page: TemplatePage, tree: number, content: number, fonts: number): string {
  const drawings = [
    `/T ${page.drawing} 0 R`,
    ...page.stamps.map(({ number }, index) => `/S${index} ${number} 0 R`),
  ].join(' ');
  const links =
    page.links.length === 0 ? '' : `/Annots [${page.links.map((number) => `${number} 0 R`).join(' ')}]`;
  const box = (values: readonly number[]): string => `[${values.map(n).join(' ')}]`;
  return [
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox ${box(page.mediaBox)} /CropBox ${box(page.cropBox)}`,
    `/Rotate ${page.rotation} /Contents ${content} 0 R ${page.group} ${links}`,
    `/Resources << /XObject << ${drawings} >> /Font ${PDFRef.of(fonts).toString()} >> >>`,
  ].join('\n');
}

/** In UTC, as the format has it. */
const pdfDate = (time: number): string => `D:${new Date(time).toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`;
