import type { Overlay } from './template/overlay.ts';

type Pen = CanvasRenderingContext2D;
export interface Sheet {
  /** Of the page as it is seen, in points. */
  height: number;
  /** Pixels a point. */
  scale: number;
}
/** Draws what one page has over its template. */
export type DrawOver = (pen: Pen, page: number, sheet: Sheet) => void;

/**
 * Draws on a canvas what a document's file would show over the template's pages: it reads the very commands that are written
 * into the file, and fills the outlines of the very glyphs that are put into it. It knows the operators that `layOut` writes.
 */
export function overlayDrawing({ pages, glyphs }: Overlay): DrawOver {
  const outlines = new Map<string, Path2D>();
  const outlineOf = (face: string, hex: string): Path2D => {
    const key = `${face} ${hex}`;
    const known = outlines.get(key) ?? new Path2D(glyphs[face]?.[hex]?.outline);
    outlines.set(key, known);
    return known;
  };

  /** Shows glyphs from a point on, as a reader of the file does. */
  function show(pen: Pen, face: string, size: number, matrix: Matrix, hexes: readonly string[]): void {
    pen.save();
    pen.transform(...matrix);
    for (const hex of hexes) {
      const glyph = glyphs[face]?.[hex];
      if (glyph === undefined) throw new Error(`${face} has no glyph ${hex}`);
      const unit = size / glyph.unitsPerEm;
      pen.scale(unit, unit);
      pen.fill(outlineOf(face, hex));
      pen.scale(1 / unit, 1 / unit);
      pen.translate((glyph.width / 1000) * size, 0);
    }
    pen.restore();
  }

  return (pen, page, { height, scale }) => {
    let [face, size, matrix] = ['', 0, IDENTITY];
    let operands: string[] = [];
    const number = (at: number): number => Number(operands[at]);
    const six = (): Matrix => [number(0), number(1), number(2), number(3), number(4), number(5)];
    const operators: Record<string, () => void> = {
      q: () => pen.save(),
      Q: () => pen.restore(),
      cm: () => pen.transform(...six()),
      g: () => (pen.fillStyle = rgb(number(0), number(0), number(0))),
      rg: () => (pen.fillStyle = rgb(number(0), number(1), number(2))),
      re: () => pen.rect(number(0), number(1), number(2), number(3)),
      f: () => {
        pen.fill();
        pen.beginPath();
      },
      BT: () => undefined,
      ET: () => undefined,
      Tf: () => ([face, size] = [operands[0]?.slice(1) ?? '', number(1)]),
      Tm: () => (matrix = six()),
      Tj: () => show(pen, face, size, matrix, operands[0]?.match(/[0-9a-f]{4}/g) ?? []),
    };
    pen.save();
    pen.setTransform(scale, 0, 0, -scale, 0, height * scale);
    pen.fillStyle = '#000';
    pen.beginPath();
    for (const word of (pages[page] ?? '').split(/\s+/)) {
      if (/^[-.\d/<]/.test(word)) operands.push(word);
      else if (word !== '') {
        const operator = operators[word];
        // Rather an error than a picture that is not what is printed.
        if (operator === undefined) throw new Error(`${word} cannot be drawn`);
        operator();
        operands = [];
      }
    }
    pen.restore();
  };
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

const rgb = (...parts: readonly [number, number, number]): string =>
  `rgb(${parts.map((part) => Math.round(part * 255)).join(' ')})`;
