import type { Badge } from './barcodePdf.ts';
import type { PdfDetails } from './document.ts';
import type { ListDocument } from './listPdf.ts';
import type { MessageDocument } from './messagePdf.ts';
import type { OwnTemplate } from './template/ownTemplate.ts';
import type { TemplateFault } from './template/compile.ts';
import type { Batch, BoxNotice, Unprintable } from './template/layOut.ts';
import type { PrintedText } from './template/printed.ts';
import type { Overlay } from './template/overlay.ts';
import type { PlanDocument } from './planPdf.ts';
import type { CardsDocument, SignsDocument } from './tableCards.ts';
import type { Symbology } from './symbology.ts';
import type { Sheet } from './xlsx.ts';

/** What the worker makes. All words are ready: it knows no language. Pictures are as they are stored. */
export type FileJob =
  | { kind: 'csv'; rows: readonly (readonly string[])[]; separator: ',' | ';' }
  /** A workbook of tables; `now` dates it. */
  | { kind: 'xlsx'; sheets: readonly Sheet[]; now: number }
  | { kind: 'listPdf'; list: ListDocument }
  | { kind: 'messagePdf'; message: MessageDocument }
  | { kind: 'barcodePdf'; badges: readonly Badge[]; symbology: Symbology; details: PdfDetails }
  /** Foyer's own invitation or invoice, to begin with. */
  | { kind: 'ownTemplate'; template: OwnTemplate }
  /** One picture, or an archive of many under these names. */
  | { kind: 'barcodeJpg'; badges: readonly (Badge & { file: string })[]; symbology: Symbology; now: number }
  | { kind: 'cardsPdf'; document: CardsDocument }
  | { kind: 'signsPdf'; document: SignsDocument }
  | {
      kind: 'planPdf';
      document: Omit<PlanDocument, 'background' | 'images'>;
      background: Blob | null;
      images: readonly (readonly [fileIndex: number, picture: Blob])[];
    };

/** A template that the worker keeps open, and what it is to make of it. */
export type TemplateRequest =
  | { kind: 'openTemplate'; pdf: Blob }
  | { kind: 'renderTemplate'; number: number; batch: Orders }
  | { kind: 'layOver'; number: number; batch: Orders };
/** Texts whose letters are looked for among the typefaces. */
export interface LettersRequest {
  kind: 'letters';
  number: number;
  texts: readonly PrintedText[];
}
export type LettersReply =
  | { kind: 'letters'; number: number; missing: readonly boolean[]; areAway: boolean }
  | { kind: 'lettersFailed'; number: number; reason: string };
export type Orders = Omit<Batch, 'template'>;
/** `fault` says why the PDF cannot be a template. */
export type TemplateReply =
  | { kind: 'opened'; pages: readonly PageSize[] }
  | { kind: 'refused'; fault: TemplateFault }
  | { kind: 'rendered'; number: number; documents: readonly RenderedFile[] }
  | { kind: 'laid'; number: number; document: LaidDocument }
  | { kind: 'renderFailed'; number: number; reason: string };
/** Points, as the page is seen. */
export interface PageSize {
  width: number;
  height: number;
}
export type RenderedFile = { ok: true; blob: Blob; notices: readonly BoxNotice[] } | HeldBack;
/** What is seen over the template's pages. */
export type LaidDocument = { ok: true; overlay: Overlay; notices: readonly BoxNotice[] } | HeldBack;
/** `areAway`: the typefaces of these letters are on the server, which cannot be reached. */
export interface HeldBack {
  ok: false;
  unprintable: readonly Unprintable[];
  areAway: boolean;
}

/** What a file lacks that was made all the same: boxes stand there. */
export interface Boxes {
  /** Letters whose typefaces are on the server, which cannot be reached. */
  lettersAway: boolean;
  /** Lines with a letter that no typeface has, the beginning of each; none is told while some are away. */
  boxed: readonly string[];
}
/** What the worker says to the page. */
export type JobReply =
  | { kind: 'progress'; done: number; total: number }
  | ({ kind: 'done'; blob: Blob } & Boxes)
  | { kind: 'failed'; reason: string };

export interface RunningJob {
  /** Never settles once cancelled. */
  file: Promise<Blob>;
  cancel: () => void;
}

/** Has a file made in a worker of its own, which ends with it: it may cost seconds, but not of the page. */
export function runJob(
  job: FileJob,
  onProgress: (share: number) => void,
  onBoxes: (boxes: Boxes) => void = () => undefined,
): RunningJob {
  const worker = startWorker();
  const file = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<JobReply>) => {
      if (data.kind === 'progress') {
        onProgress(data.done / Math.max(1, data.total));
        return;
      }
      worker.terminate();
      if (data.kind === 'done') {
        if (data.lettersAway || data.boxed.length > 0) onBoxes(data);
        resolve(data.blob);
      } else reject(new Error(data.reason));
    });
    worker.addEventListener('error', (event) => {
      worker.terminate();
      reject(new Error(event.message));
    });
  });
  worker.postMessage(job, []);
  return { file, cancel: () => worker.terminate() };
}

const startWorker = (): Worker => new Worker(new URL('./fileWorker.ts', import.meta.url), { type: 'module' });

export interface OpenTemplate {
  pages: readonly PageSize[];
  /** Whole documents, in the order of the batch's orders. */
  render(batch: Orders): Promise<readonly RenderedFile[]>;
  /** The first document, for the screen. */
  layOver(batch: Orders): Promise<LaidDocument>;
  close(): void;
}

/** Has a worker read the PDF once, for any number of documents; it lives until it is closed. */
export function openTemplate(pdf: Blob): { opened: Promise<OpenTemplate | TemplateFault>; close(): void } {
  const worker = startWorker();
  const close = (): void => worker.terminate();
  const waiting = new Map<number, { take(reply: TemplateReply): void; reject(error: Error): void }>();
  let next = 0;
  const opened = new Promise<OpenTemplate | TemplateFault>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<TemplateReply>) => {
      if (data.kind === 'opened') resolve({ pages: data.pages, render, layOver, close });
      else if (data.kind === 'refused') {
        close();
        resolve(data.fault);
      } else {
        const asker = waiting.get(data.number);
        waiting.delete(data.number);
        if (data.kind === 'renderFailed') asker?.reject(new Error(data.reason));
        else asker?.take(data);
      }
    });
    worker.addEventListener('error', (event) => {
      close();
      reject(new Error(event.message));
    });
  });
  function ask<T>(
    kind: 'renderTemplate' | 'layOver',
    batch: Orders,
    read: (reply: TemplateReply) => T | null,
  ): Promise<T> {
    const number = next++;
    return new Promise((resolve, reject) => {
      const take = (reply: TemplateReply): void => {
        const found = read(reply);
        if (found === null) reject(new Error(`${reply.kind} answers no ${kind}`));
        else resolve(found);
      };
      waiting.set(number, { take, reject });
      worker.postMessage({ kind, number, batch } satisfies TemplateRequest, []);
    });
  }
  const render: OpenTemplate['render'] = (batch) =>
    ask('renderTemplate', batch, (reply) => (reply.kind === 'rendered' ? reply.documents : null));
  const layOver: OpenTemplate['layOver'] = (batch) =>
    ask('layOver', batch, (reply) => (reply.kind === 'laid' ? reply.document : null));
  worker.postMessage({ kind: 'openTemplate', pdf } satisfies TemplateRequest, []);
  return { opened, close };
}

export interface LetterSeeker {
  /**
   * Of each text, whether a letter of it is in no typeface; null where some of the typefaces are on the server, which cannot
   * be reached.
   */
  missing(texts: readonly PrintedText[]): Promise<readonly boolean[] | null>;
  close(): void;
}

/** Has a worker look for letters; it lives until it is closed. */
export function openLetters(): LetterSeeker {
  const worker = startWorker();
  const waiting = new Map<
    number,
    { resolve(missing: readonly boolean[] | null): void; reject(error: Error): void }
  >();
  let next = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<LettersReply>) => {
    const asker = waiting.get(data.number);
    waiting.delete(data.number);
    if (data.kind === 'lettersFailed') asker?.reject(new Error(data.reason));
    else asker?.resolve(data.areAway ? null : data.missing);
  });
  worker.addEventListener('error', (event) => {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new Error(event.message));
    waiting.clear();
  });
  return {
    missing(texts) {
      const number = next++;
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject });
        worker.postMessage({ kind: 'letters', number, texts } satisfies LettersRequest, []);
      });
    },
    close: () => worker.terminate(),
  };
}
