import { PDFArray, PDFName, PDFNumber, type PDFPage } from '@cantoo/pdf-lib';

/** From the page as it is seen, in points from its lower left corner, to the page's own coordinates. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A page as people see it: turned, and cut to its crop box. */
export interface SeenPage {
  /** Points, however long the page's own unit is. */
  width: number;
  height: number;
  /** How many points the page's unit is, in which its boxes are. */
  unit: number;
  rotation: 0 | 90 | 180 | 270;
  mediaBox: Box;
  cropBox: Box;
  matrix: Matrix;
}
export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** Pages without a usable size are printed on US Letter by every reader. */
const LETTER: Box = [0, 0, 612, 792];

export function seenPage(page: PDFPage): SeenPage {
  const mediaBox = boxOf(page, 'MediaBox') ?? LETTER;
  const crop = boxOf(page, 'CropBox');
  const cropBox = (crop && within(crop, mediaBox)) ?? mediaBox;
  const rotation = rotationOf(page.node.Rotate()?.asNumber() ?? 0);
  const [left, bottom, right, top] = cropBox;
  const [across, up] = [right - left, top - bottom];
  const isSideways = rotation === 90 || rotation === 270;
  const unit = unitOf(page);
  const one = 1 / unit;
  const matrices: Record<SeenPage['rotation'], Matrix> = {
    0: [one, 0, 0, one, left, bottom],
    90: [0, one, -one, 0, right, bottom],
    180: [-one, 0, 0, -one, right, top],
    270: [0, -one, one, 0, left, top],
  };
  return {
    width: (isSideways ? up : across) * unit,
    height: (isSideways ? across : up) * unit,
    ...{ unit, rotation, mediaBox, cropBox, matrix: matrices[rotation] },
  };
}

/** What is no length is taken for the usual point, as readers do. */
function unitOf(page: PDFPage): number {
  const found = page.node.lookup(PDFName.of('UserUnit'));
  const unit = found instanceof PDFNumber ? found.asNumber() : 1;
  return unit > 0 && Number.isFinite(unit) ? unit : 1;
}

/** Corners may be given in any order. */
function boxOf({ node }: PDFPage, name: 'MediaBox' | 'CropBox'): Box | null {
  const given = node.getInheritableAttribute(PDFName.of(name));
  const array = given && node.context.lookup(given);
  if (!(array instanceof PDFArray) || array.size() !== 4) return null;
  const numbers = [0, 1, 2, 3].map((at) => {
    const number = array.lookup(at);
    return number instanceof PDFNumber ? number.asNumber() : undefined;
  });
  const [x1, y1, x2, y2] = numbers;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return isReal(box) ? box : null;
}

function within(inner: Box, outer: Box): Box | null {
  const box: Box = [
    Math.max(inner[0], outer[0]),
    Math.max(inner[1], outer[1]),
    Math.min(inner[2], outer[2]),
    Math.min(inner[3], outer[3]),
  ];
  return isReal(box) ? box : null;
}

const isReal = ([left, bottom, right, top]: Box): boolean => right - left > 0.01 && top - bottom > 0.01;

/** By a quarter, or not at all: readers turn a page by nothing else. */
function rotationOf(degrees: number): SeenPage['rotation'] {
  const turned = (degrees % 360) + 360;
  const found = ([0, 90, 180, 270] as const).find((one) => one === turned % 360);
  return found ?? 0;
}
