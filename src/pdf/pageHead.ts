import type { PageWriter, Writer } from './document.ts';
import { cleanText, shortened, wrapped } from './fitText.ts';

interface PageHead {
  title: string;
  subtitle: string;
  /** At the end of the title's line. */
  aside: string;
}
interface HeadPlace {
  left: number;
  right: number;
  /** The base line of a title of one line; that of the subtitle is 16 points below. */
  base: number;
  /** Of a title that fits. */
  size: number;
}

const SMALL = 9;
const GAP = 20;
/** A title that needs less is of two lines of `TWO`, which are as high as one. */
const ONE_LINE = 11;
const TWO = { size: 9.5, least: 7, up: 7, lead: 11 } as const;

/** Title, what the page shows, and when or how many: the whole of a title, smaller or in two lines where it is long. */
export function drawHead(writer: Writer, page: PageWriter, head: PageHead, place: HeadPlace): void {
  const { left, right, base } = place;
  const aside = cleanText(head.aside);
  const asideWidth = writer.width(aside, SMALL);
  page.text(aside, right - asideWidth, base, { size: SMALL, gray: 0.35 });

  const { size, lines } = linesOf(writer, cleanText(head.title), right - left - asideWidth - GAP, place.size);
  const first = lines.length === 1 ? base : base - TWO.up;
  lines.forEach((line, index) => page.text(line, left, first + index * TWO.lead, { size, face: 'bold' }));

  const width = (text: string): number => writer.width(text, 10);
  const subtitle = cleanText(head.subtitle);
  // Smaller before it is cut: at its end stands the day.
  const small = Math.max(7, Math.min(10, (10 * (right - left)) / (width(subtitle) || 1)));
  const shown = shortened(subtitle, right - left + 0.01, (text) => writer.width(text, small));
  page.text(shown, left, base + 16, { size: small, gray: 0.35 });
}

function linesOf(
  writer: Writer,
  title: string,
  room: number,
  most: number,
): { size: number; lines: readonly string[] } {
  const bold = (points: number) => (text: string) => writer.width(text, points, 'bold');
  const needed = bold(1)(title);
  if (needed * ONE_LINE <= room) return { size: Math.min(most, room / needed), lines: [title] };
  let { size }: { size: number } = TWO;
  while (size > TWO.least && wrapped(title, room, 3, bold(size)).length > 2) size -= 0.5;
  return { size, lines: wrapped(title, room, 2, bold(size)) };
}
