import type { Point } from '#domain/plan/geometry.ts';

/** What the system has: it is there at once, so widths that were measured stay right. */
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';
const FONT_AT_16 = `600 16px ${FONT}`;

const widths = new Map<string, number>();
const MOST_WIDTHS = 5_000;

/** Of a text at 16; kept, for thousands of seats are drawn again and again. */
export function widthOf(ctx: CanvasRenderingContext2D, text: string): number {
  let width = widths.get(text);
  if (width === undefined) {
    if (widths.size >= MOST_WIDTHS) widths.clear();
    ctx.font = FONT_AT_16;
    width = Math.max(1, ctx.measureText(text).width);
    widths.set(text, width);
  }
  return width;
}

/** Letters of less than a pixel are set wrongly, also where they are shown larger: they are set at 16 and scaled. */
export function write(
  ctx: CanvasRenderingContext2D,
  text: string,
  { x, y }: Point,
  size: number,
  room: number,
  { align = 'center', halo }: { align?: CanvasTextAlign; halo?: string } = {},
): void {
  ctx.save();
  ctx.font = FONT_AT_16;
  // Smaller letters are read more easily than narrow ones.
  const scale = Math.min(size / 16, room / widthOf(ctx, text));
  // Figures and capitals stand a little above the middle of the line.
  ctx.translate(x, y + size * 0.06);
  ctx.scale(scale, scale);
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
  if (halo !== undefined) {
    ctx.strokeStyle = halo;
    ctx.lineWidth = 6;
    ctx.lineJoin = 'round';
    ctx.strokeText(text, 0, 0);
  }
  ctx.fillText(text, 0, 0);
  ctx.restore();
}
