import type { TemplateKind } from '#domain/templates/variables.ts';
import type { OwnTemplateWords } from '#i18n/ownTemplateWords.ts';
import { MM, startDocument, type PageWriter, type PdfDetails, type Writer } from '../document.ts';
import { cleanText, shortened, wrapped } from '../fitText.ts';
import type { Fonts } from '../type/fonts.ts';
import { LEFT, RIGHT } from './ownBoxes.ts';

/** What Foyer's own invitation and invoice say to everybody: the rest stands in boxes (ownBoxes.ts). */
export interface OwnTemplate extends PdfDetails {
  kind: TemplateKind;
  words: OwnTemplateWords;
  event: { title: string; company: string; location: string; date: string };
  /** Whom invoices are paid to, line by line; empty where the event does not say. */
  payTo: readonly string[];
}

const PAGE = { width: 210 * MM, height: 297 * MM };
const x = (percent: number): number => (percent / 100) * PAGE.width;
const y = (percent: number): number => (percent / 100) * PAGE.height;
const ROOM = x(RIGHT) - x(LEFT);
const QUIET = 0.42;

/** One page of A4. */
export async function ownTemplatePdf(template: OwnTemplate, fonts: Fonts): Promise<Uint8Array<ArrayBuffer>> {
  const writer = await startDocument(fonts, template);
  const page = writer.page(PAGE.width, PAGE.height);
  (template.kind === 'invitation' ? drawInvitation : drawInvoice)(writer, page, template);
  page.end();
  return writer.finish();
}

function drawInvitation(writer: Writer, page: PageWriter, { words, event }: OwnTemplate): void {
  sender(writer, page, event.company);
  page.text(words.invitation, x(LEFT), y(18), { size: 30, face: 'bold' });
  rule(page, 21);
  page.text(words.invites, x(LEFT), y(32), { size: 13 });
  const measure = (text: string): number => writer.width(text, 22, 'bold');
  wrapped(cleanText(event.title), ROOM, 2, measure).forEach((line, index) => {
    page.text(line, x(LEFT), y(36.2) + index * 26, { size: 22, face: 'bold' });
  });
  fact(writer, page, words.where, event.location, 43);
  label(page, words.programme, 47.6);
  rule(page, 68);
  const show = cleanText(words.show);
  page.text(show, x(LEFT), y(92), { size: 10, gray: QUIET });
}

function drawInvoice(writer: Writer, page: PageWriter, { words, event, payTo }: OwnTemplate): void {
  sender(writer, page, event.company);
  page.text(words.invoice, x(LEFT), y(34.5), { size: 26, face: 'bold' });
  page.text(words.number, x(LEFT), y(38.6), { size: 11, gray: QUIET });
  page.text(words.date, x(LEFT), y(41.6), { size: 11, gray: QUIET });
  const title = `${words.for} ${event.title}`;
  const bold = (text: string): number => writer.width(text, 13, 'bold');
  page.text(shortened(cleanText(title), ROOM, bold), x(LEFT), y(49), { size: 13, face: 'bold' });
  rule(page, 50.2);
  rule(page, 67);
  page.text(words.rate, x(LEFT), y(69.6), { size: 11, gray: QUIET });
  page.text(words.net, x(LEFT), y(72.8), { size: 11, gray: QUIET });
  page.text(words.vat, x(LEFT), y(76), { size: 11, gray: QUIET });
  rule(page, 77.8);
  page.text(words.total, x(LEFT), y(81), { size: 14, face: 'bold' });
  page.text(words.thanks, x(LEFT), y(86), { size: 11 });
  const regular = (text: string): number => writer.width(text, 10);
  payTo.forEach((line, index) => {
    page.text(shortened(cleanText(line), ROOM, regular), x(LEFT), y(89) + index * 13, {
      size: 10,
      gray: QUIET,
    });
  });
}

function sender(writer: Writer, page: PageWriter, company: string): void {
  const measure = (text: string): number => writer.width(text, 12, 'bold');
  page.text(shortened(cleanText(company), ROOM, measure), x(LEFT), y(8), { size: 12, face: 'bold' });
}

function label(page: PageWriter, text: string, percent: number): void {
  page.text(text, x(LEFT), y(percent), { size: 10, gray: QUIET });
}

function fact(writer: Writer, page: PageWriter, name: string, value: string, percent: number): void {
  if (value.trim() === '') return;
  const measure = (text: string): number => writer.width(text, 12);
  label(page, name, percent);
  page.text(shortened(cleanText(value), ROOM - 60, measure), x(LEFT) + 60, y(percent), { size: 12 });
}

function rule(page: PageWriter, percent: number): void {
  page.fill(x(LEFT), y(percent), ROOM, 0.75, 0.75);
}
