import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFObjectCopier,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib';

/** What lies on a page besides its content: filled fields and notes, as drawings; and the links that lead out. */
export interface Stamps {
  drawings: readonly { ref: PDFRef; matrix: readonly number[] }[];
  links: readonly PDFRef[];
}

const FLAG = { hidden: 2, noView: 32 } as const;
const OUTWARD = /^(https?:|mailto:|tel:)/i;

/**
 * The appearances of a page's annotations, fields of forms among them: what a guest gets shows them as they were filled in,
 * and cannot be filled in any more. Scripts and actions stay behind.
 */
export function stampsOf(page: PDFPage, copier: PDFObjectCopier, into: PDFContext): Stamps {
  const drawings: { ref: PDFRef; matrix: readonly number[] }[] = [];
  const links: PDFRef[] = [];
  const annotations = page.node.Annots();
  for (let index = 0; index < (annotations?.size() ?? 0); index++) {
    const annotation = annotations?.lookupMaybe(index, PDFDict);
    if (annotation === undefined || isUnseen(annotation)) continue;
    const link = outwardLink(annotation);
    if (link !== null) {
      links.push(into.register(into.obj({ Type: 'Annot', Subtype: 'Link', Border: [0, 0, 0], ...link })));
      continue;
    }
    const appearance = appearanceOf(annotation);
    const matrix = appearance === null ? null : placeOf(annotation, appearance);
    if (appearance === null || matrix === null) continue;
    drawings.push({ ref: into.register(asForm(copier.copy(appearance))), matrix });
  }
  return { drawings, links };
}

function isUnseen(annotation: PDFDict): boolean {
  const flags = annotation.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber() ?? 0;
  return (
    (flags & (FLAG.hidden | FLAG.noView)) !== 0 ||
    annotation.lookup(PDFName.of('Subtype')) === PDFName.of('Popup')
  );
}

interface Link {
  Rect: number[];
  A: { S: string; URI: PDFString };
}

function outwardLink(annotation: PDFDict): Link | null {
  if (annotation.lookup(PDFName.of('Subtype')) !== PDFName.of('Link')) return null;
  const action = annotation.lookupMaybe(PDFName.of('A'), PDFDict);
  const rect = numbersOf(annotation, 'Rect', 4);
  const address = action?.lookup(PDFName.of('URI'));
  if (rect === null || !(address instanceof PDFString)) return null;
  return OUTWARD.test(address.decodeText()) ? { Rect: rect, A: { S: 'URI', URI: address } } : null;
}

/** The normal appearance; of several states the current one. */
function appearanceOf(annotation: PDFDict): PDFStream | null {
  const normal = annotation.lookupMaybe(PDFName.of('AP'), PDFDict)?.lookup(PDFName.of('N'));
  if (normal instanceof PDFStream) return normal;
  if (!(normal instanceof PDFDict)) return null;
  const state = annotation.lookupMaybe(PDFName.of('AS'), PDFName);
  const found = state === undefined ? undefined : normal.lookup(state);
  return found instanceof PDFStream ? found : null;
}

/** Some programs leave out what makes an appearance a form. */
function asForm(stream: PDFStream): PDFStream {
  stream.dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  return stream;
}

/** Where the appearance goes: its box, turned by its matrix, fills the annotation's rectangle (PDF 1.7, 12.5.5). */
function placeOf(annotation: PDFDict, appearance: PDFStream): readonly number[] | null {
  const rect = numbersOf(annotation, 'Rect', 4);
  const box = numbersOf(appearance.dict, 'BBox', 4);
  if (rect === null || box === null) return null;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(appearance.dict, 'Matrix', 6) ?? [];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
  const corners = [x1, x2].flatMap((x) =>
    [y1, y2].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const turned = { x: Math.min(...xs), y: Math.min(...ys), width: spread(xs), height: spread(ys) };
  const [rx1 = 0, ry1 = 0, rx2 = 0, ry2 = 0] = rect;
  if (turned.width < 1e-6 || turned.height < 1e-6) return null;
  const scaleX = Math.abs(rx2 - rx1) / turned.width;
  const scaleY = Math.abs(ry2 - ry1) / turned.height;
  return [
    scaleX,
    0,
    0,
    scaleY,
    Math.min(rx1, rx2) - turned.x * scaleX,
    Math.min(ry1, ry2) - turned.y * scaleY,
  ];
}

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

function numbersOf(dict: PDFDict, key: string, count: number): number[] | null {
  const array = dict.lookupMaybe(PDFName.of(key), PDFArray);
  if (array?.size() !== count) return null;
  const numbers = Array.from(
    { length: count },
    (_, at) => array.lookupMaybe(at, PDFNumber)?.asNumber() ?? Number.NaN,
  );
  return numbers.every(Number.isFinite) ? numbers : null;
}
