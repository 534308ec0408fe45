import boldUrl from 'pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf?url';
import regularUrl from 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf?url';
import type { PdfFonts } from './document.ts';

/** The typefaces of documents, from the app's own files: the service worker has them without network. */
export async function loadFonts(): Promise<PdfFonts> {
  const [regular, bold] = await Promise.all([regularUrl, boldUrl].map(bytesOf));
  if (regular === undefined || bold === undefined) throw new Error('a typeface is missing');
  return { regular, bold };
}

async function bytesOf(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.arrayBuffer();
}
