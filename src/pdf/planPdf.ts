import type { Plan } from '#domain/documents/session.ts';
import { planWidth } from '#domain/plan/geometry.ts';
import {
  MM,
  startDocument,
  type PageWriter,
  type PdfDetails,
  type PdfPicture,
  type Writer,
} from './document.ts';
import type { Fonts } from './type/fonts.ts';
import { cleanText } from './fitText.ts';
import { drawHead } from './pageHead.ts';
import { drawPlan, type PlanPictures } from './planDrawing.ts';
import { arrange, broken, drawListings, type Columns, type TableListing } from './tablePlan.ts';

/** The shorter and the longer side, mm. */
const PAPERS = { A4: [210, 297], A3: [297, 420] } as const;
export type Paper = keyof typeof PAPERS;

export interface PlanDocument extends PdfDetails {
  plan: Plan;
  paper: Paper;
  subtitle: string;
  /** At the end of the title's line: when it was made. */
  aside: string;
  /** `table seat` of seats that are drawn full. */
  taken: readonly string[];
  /** As it is to be seen: whoever makes it has already made it paler (PLAN-13). */
  background: PdfPicture | null;
  images: readonly (readonly [fileIndex: number, picture: PdfPicture])[];
  /** Nothing but the pages that follow the plan. */
  listOnly?: boolean;
  /** Those pages; null for none. */
  tablePlan: { heading: string; tables: readonly TableListing[]; empty: string } | null;
}

const MARGIN = 12 * MM;
const HEAD = 40;
const FOOT = 16;

/** Upright or lying, whichever shows the plan larger. */
export function pageFor(paper: Paper, ratio: number): { width: number; height: number } {
  const [short, long] = PAPERS[paper];
  const sizes = [
    { width: long * MM, height: short * MM },
    { width: short * MM, height: long * MM },
  ] as const;
  const scale = ({ width, height }: { width: number; height: number }): number =>
    Math.min((width - 2 * MARGIN) / (100 * ratio), (height - 2 * MARGIN - HEAD - FOOT) / 100);
  const [lying, upright] = sizes;
  return scale(lying) >= scale(upright) ? lying : upright;
}

function uprightPage(paper: Paper): Size {
  const [width, height] = PAPERS[paper];
  return { width: width * MM, height: height * MM };
}

/** The plan on one page, as a drawing; then, for the door, who sits where. */
export async function planPdf(
  document: PlanDocument,
  fonts: Fonts,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = await startDocument(fonts, document);
  const listOnly = document.listOnly === true;
  const size = listOnly ? uprightPage(document.paper) : pageFor(document.paper, document.plan.ratio);
  const before = listOnly ? 0 : 1;
  const columns = columnsOf(size);
  const lists =
    document.tablePlan === null ? [] : arrange(broken(writer, document.tablePlan.tables, columns), columns);
  const isEmpty = document.tablePlan !== null && lists.length === 0;
  const total = before + lists.length + (isEmpty ? 1 : 0);

  if (!listOnly) {
    await drawPlanPage(writer, document, size, total);
    onProgress(1, total);
  }

  const heading = document.tablePlan?.heading ?? '';
  for (const [index, placed] of lists.entries()) {
    const page = framed(writer, document, size, heading, index + 1 + before, total);
    drawListings(writer, page, placed, columns);
    page.end();
    onProgress(index + 1 + before, total);
  }
  if (isEmpty) {
    const page = framed(writer, document, size, heading, 1 + before, total);
    page.text(cleanText(document.tablePlan?.empty ?? ''), MARGIN, MARGIN + HEAD + 14, { size: 11 });
    page.end();
  }
  return writer.finish();
}

async function drawPlanPage(
  writer: Writer,
  document: PlanDocument,
  size: Size,
  total: number,
): Promise<void> {
  const pictures = await embedded(writer, document);
  const first = framed(writer, document, size, document.subtitle, 1, total);
  const room = { width: size.width - 2 * MARGIN, height: size.height - 2 * MARGIN - HEAD - FOOT };
  const scale = Math.min(room.width / planWidth(document.plan), room.height / 100);
  const place = {
    scale,
    x: MARGIN + (room.width - planWidth(document.plan) * scale) / 2,
    y: MARGIN + HEAD + (room.height - 100 * scale) / 2,
  };
  const taken = new Set(document.taken);
  drawPlan(writer, first, document.plan, place, pictures, (table, seat) => taken.has(`${table} ${seat}`));
  first.end();
}

async function embedded(writer: Writer, { background, images }: PlanDocument): Promise<PlanPictures> {
  const placed = images.map(
    async ([fileIndex, picture]) => [fileIndex, await writer.picture(picture)] as const,
  );
  return {
    background: background === null ? null : await writer.picture(background),
    images: new Map(await Promise.all(placed)),
  };
}

interface Size {
  width: number;
  height: number;
}

function columnsOf({ width, height }: Size): Columns {
  const count = Math.floor((width - 2 * MARGIN) / (85 * MM));
  return {
    ...{ x: MARGIN, y: MARGIN + HEAD + 4, width: width - 2 * MARGIN, count },
    height: height - 2 * MARGIN - HEAD - FOOT - 4,
  };
}

/** A page with title, what it shows, when, and its number. */
function framed(
  writer: Writer,
  { title, aside }: PlanDocument,
  { width, height }: Size,
  subtitle: string,
  number: number,
  total: number,
): PageWriter {
  const page = writer.page(width, height);
  const right = width - MARGIN;
  drawHead(writer, page, { title, subtitle, aside }, { left: MARGIN, right, base: MARGIN + 13, size: 15 });
  const pages = `${number} / ${total}`;
  page.text(pages, right - writer.width(pages, 9), height - MARGIN, { size: 9, gray: 0.35 });
  return page;
}
