/* What pdf.js's worker, which runs in this thread where there are no others, comes without. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';
