import { PDFContext, PDFRef } from '@cantoo/pdf-lib';
import { embedFace, utf16Hex } from '../type/embed.ts';
import type { Fonts } from '../type/fonts.ts';
import type { CompiledTemplate, TemplatePage } from './compile.ts';
import { layOut, n, type Batch, type BoxNotice, type DrawnOrder, type Unprintable } from './layOut.ts';
import { beginningOf, fileOf, objectsFrom, writtenObjects } from './objects.ts';
import { ownPageObject } from './ownPage.ts';

export type Rendered =
  | { ok: true; notices: readonly BoxNotice[]; bytes(): Uint8Array<ArrayBuffer> }
  | { ok: false; unprintable: readonly Unprintable[] };

/**
 * The documents of a batch, each made when its bytes are asked for. They share the template's drawings and one subset of
 * each font, so a batch holds documents of one event only: a subset lists the letters of all of them.
 */
export async function renderBatch(batch: Batch, fonts: Fonts): Promise<readonly Rendered[]> {
  const { template } = batch;
  const resources = template.next;
  const { drawn, typesetter } = await layOut(batch, fonts);

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
        const { objects, root, info } = documentObjects(template, one, {
          fonts: resources,
          first: beginning.next,
          now: batch.now,
        });
        return fileOf(beginning, writtenObjects(objects), { root, info });
      },
    };
  });
}

/** A unit of 3 points makes a third of what is a point here: to the thousandth that would be a point off across a page. */
const exact = (value: number): number => Number(value.toFixed(7));

/** The template in its own coordinates, the rest in those of the page as it is seen. */
function pageContent(page: TemplatePage, drawn: string): string {
  const stamps = page.stamps.map(({ matrix }, index) => `q ${matrix.map(n).join(' ')} cm /S${index} Do Q\n`);
  const own = drawn === '' ? '' : `q ${page.matrix.map(exact).join(' ')} cm\n${drawn}\nQ`;
  return `/T Do\n${stamps.join('')}${own}`;
}

/** The objects that are this document's own, numbered from `first` on. */
function documentObjects(
  template: CompiledTemplate,
  { order, contents, lastPage }: DrawnOrder,
  { fonts, first, now }: { fonts: number; first: number; now: number },
): { objects: [number, string][]; root: number; info: number } {
  const [root, info, tree] = [first, first + 1, first + 2];
  const objects: [number, string][] = [];
  const kids: string[] = [];
  let next = first + 3;
  for (const [index, drawn] of contents.entries()) {
    const page = template.pages[index % template.pages.length];
    if (page === undefined) continue;
    const content = pageContent(page, drawn);
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
    `/Rotate ${page.rotation}${page.unit === 1 ? '' : ` /UserUnit ${exact(page.unit)}`} /Contents ${content} 0 R ${page.group} ${links}`,
    `/Resources << /XObject << ${drawings} >> /Font ${PDFRef.of(fonts).toString()} >> >>`,
  ].join('\n');
}

/** In UTC, as the format has it. */
const pdfDate = (time: number): string => `D:${new Date(time).toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`;
