// oxlint-disable-next-line import/default -- Vite gives the address of what ends with ?url
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';
import type { Sheet } from './drawOverlay.ts';
import { keepingNatives } from './natives.ts';

/** A PDF that is shown page by page. */
export interface PdfView {
  pageCount: number;
  /** Points, as the page is seen. */
  size(page: number): Promise<{ width: number; height: number }>;
  /** Draws a page that something will be drawn over, and keeps it: what lies over it is expected to change. */
  prepare(page: number, scale: number): Promise<void>;
  /** Draws the page, and what is over it, over the whole canvas, `scale` pixels a point; false when another drawing took its place. */
  draw(page: number, canvas: HTMLCanvasElement, scale: number, over?: Over): Promise<boolean>;
  close(): void;
}

type Over = (pen: CanvasRenderingContext2D, sheet: Sheet) => void;

/** Pixels a point of templates on the screen (specification 2 §9). */
export const TEMPLATE_SCALE = 2;
/** Pixels of a canvas beyond which browsers on phones show none: a poster is a little coarser. */
const MOST_PIXELS = 4096 * 4096;

interface Drawn {
  draft: HTMLCanvasElement;
  sheet: Sheet;
}

interface Pdfjs {
  GlobalWorkerOptions: typeof GlobalWorkerOptions;
  PDFWorker: typeof PDFWorker;
}

let shared: PDFWorker | null = null;
let views = 0;

/** One reader for all that is open: to start one takes longer than to read a page. The last one ends it. */
function takeReader(pdfjs: Pdfjs): PDFWorker {
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
  views++;
  return (shared ??= pdfjs.PDFWorker.create({ verbosity: 0 }));
}

function leaveReader(): void {
  if (--views > 0) return;
  shared?.destroy();
  shared = null;
}

/** What pdf.js calls its errors of a file; others are of the reader itself, such as one that did not come. */
const OF_THE_FILE = new Set(['InvalidPDFException', 'PasswordException', 'UnknownErrorException']);

/** Whether it is the file that cannot be shown, now or later: half a download, for instance. */
export const isOfTheFile = (error: unknown): boolean => error instanceof Error && OF_THE_FILE.has(error.name);

/**
 * Opens a PDF for the screen. The reader and its worker are loaded when the first one is shown; `legacy`, because the other build
 * asks for browsers of this very year.
 */
export async function openView(pdf: Blob): Promise<PdfView> {
  const load = async () => import('pdfjs-dist/legacy/build/pdf.mjs');
  const [pdfjs, data] = await Promise.all([keepingNatives(load), pdf.arrayBuffer()]);
  const worker = takeReader(pdfjs);
  const task = pdfjs.getDocument({ data: new Uint8Array(data), worker, verbosity: 0, enableXfa: false });
  const close = (): void => void task.destroy().finally(leaveReader);
  const doc = await task.promise.catch((error: unknown) => {
    close();
    throw error;
  });
  const drawings = new WeakMap<HTMLCanvasElement, { cancel(): void }>();
  const newest = new WeakMap<HTMLCanvasElement, object>();
  let kept: { page: number; scale: number; drawn: Promise<Drawn | null> } | null = null;

  /** The page on a canvas of its own, shown when it is whole: a canvas that is drawn on flickers. */
  async function drawn(page: number, scale: number, canvas?: HTMLCanvasElement): Promise<Drawn | null> {
    const sheet = await doc.getPage(page + 1);
    const { width, height } = sheet.getViewport({ scale: 1 });
    const fitting = Math.min(scale, Math.sqrt(MOST_PIXELS / (width * height)));
    const viewport = sheet.getViewport({ scale: fitting });
    const draft = document.createElement('canvas');
    draft.width = Math.round(viewport.width);
    draft.height = Math.round(viewport.height);
    const drawing = sheet.render({ canvas: draft, viewport });
    if (canvas !== undefined) drawings.set(canvas, drawing);
    try {
      await drawing.promise;
    } catch (error) {
      if (error instanceof Error && error.name === 'RenderingCancelledException') return null;
      throw error;
    }
    return { draft, sheet: { height, scale: fitting } };
  }

  function keep(page: number, scale: number): Promise<Drawn | null> {
    if (kept?.page !== page || kept.scale !== scale) {
      const own = { page, scale, drawn: drawn(page, scale) };
      kept = own;
      own.drawn.catch(() => {
        if (kept === own) kept = null;
      });
    }
    return kept.drawn;
  }

  return {
    pageCount: doc.numPages,
    async size(page) {
      const { width, height } = (await doc.getPage(page + 1)).getViewport({ scale: 1 });
      return { width, height };
    },
    async prepare(page, scale) {
      await keep(page, scale);
    },
    async draw(page, canvas, scale, over) {
      const mine = {};
      newest.set(canvas, mine);
      drawings.get(canvas)?.cancel();
      const found = await (over === undefined ? drawn(page, scale, canvas) : keep(page, scale));
      if (found === null || newest.get(canvas) !== mine) return false;
      canvas.width = found.draft.width;
      canvas.height = found.draft.height;
      const pen = canvas.getContext('2d');
      if (pen === null) return false;
      pen.drawImage(found.draft, 0, 0);
      over?.(pen, found.sheet);
      return true;
    },
    close,
  };
}
