// oxlint-disable-next-line import/default -- Vite gives the address of what ends with ?url
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';

/** A PDF that is shown page by page. */
export interface PdfView {
  pageCount: number;
  /** Points, as the page is seen. */
  size(page: number): Promise<{ width: number; height: number }>;
  /** Draws the page over the whole canvas, `scale` pixels a point; false when another drawing took its place. */
  draw(page: number, canvas: HTMLCanvasElement, scale: number): Promise<boolean>;
  close(): void;
}

/** Pixels a point of templates on the screen (specification 2 §9). */
export const TEMPLATE_SCALE = 2;

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

/** Opens a PDF for the screen. The reader and its worker are loaded when the first one is shown. */
export async function openView(pdf: Blob): Promise<PdfView> {
  const [pdfjs, data] = await Promise.all([import('pdfjs-dist'), pdf.arrayBuffer()]);
  const worker = takeReader(pdfjs);
  const task = pdfjs.getDocument({ data: new Uint8Array(data), worker, verbosity: 0, enableXfa: false });
  const close = (): void => void task.destroy().finally(leaveReader);
  const doc = await task.promise.catch((error: unknown) => {
    close();
    throw error;
  });
  const drawings = new WeakMap<HTMLCanvasElement, { cancel(): void }>();
  return {
    pageCount: doc.numPages,
    async size(page) {
      const { width, height } = (await doc.getPage(page + 1)).getViewport({ scale: 1 });
      return { width, height };
    },
    async draw(page, canvas, scale) {
      drawings.get(canvas)?.cancel();
      const sheet = await doc.getPage(page + 1);
      const viewport = sheet.getViewport({ scale });
      // Drawn apart and shown when it is whole: a canvas that is drawn on flickers.
      const draft = document.createElement('canvas');
      draft.width = Math.round(viewport.width);
      draft.height = Math.round(viewport.height);
      const drawing = sheet.render({ canvas: draft, viewport });
      drawings.set(canvas, drawing);
      try {
        await drawing.promise;
      } catch (error) {
        if (error instanceof Error && error.name === 'RenderingCancelledException') return false;
        throw error;
      }
      canvas.width = draft.width;
      canvas.height = draft.height;
      canvas.getContext('2d')?.drawImage(draft, 0, 0);
      return true;
    },
    close,
  };
}
