import type { Locator, Page } from '@playwright/test';

/** What stands on a canvas, where in the window its middle is, CSS pixels. */
export interface DrawnText {
  text: string;
  x: number;
  y: number;
  size: number;
}
export interface DrawnDisc {
  x: number;
  y: number;
  radius: number;
  /** As the drawing named it: of the filling, and of the line. */
  fill: string | null;
  line: string | null;
}
interface Drawn {
  texts: DrawnText[];
  discs: DrawnDisc[];
}

/** Has the tab note what is drawn on canvases from its next page on, for a canvas has no elements to be looked for. */
export async function noteDrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Notes {
      texts: DrawnText[];
      discs: DrawnDisc[];
      path: { x: number; y: number; radius: number }[];
    }
    const notes = new WeakMap<HTMLCanvasElement, Notes>();
    const of = ({ canvas }: CanvasRenderingContext2D): Notes => {
      let own = notes.get(canvas);
      if (own === undefined) notes.set(canvas, (own = { texts: [], discs: [], path: [] }));
      return own;
    };
    const at = (ctx: CanvasRenderingContext2D, x: number, y: number) => {
      const matrix = ctx.getTransform();
      const scale = Math.hypot(matrix.a, matrix.b) / devicePixelRatio;
      const spot = matrix.transformPoint(new DOMPoint(x, y));
      return { x: spot.x / devicePixelRatio, y: spot.y / devicePixelRatio, scale };
    };
    const proto = CanvasRenderingContext2D.prototype;
    const { clearRect, fillText, beginPath, arc, fill, stroke } = proto;
    proto.clearRect = function (...all) {
      // Nothing else than the whole is cleared by those who draw plans.
      notes.delete(this.canvas);
      return clearRect.apply(this, all);
    };
    proto.fillText = function (text, x, y, ...more) {
      const { scale, ...spot } = at(this, x, y);
      of(this).texts.push({
        text,
        ...spot,
        size: Number.parseFloat(/[\d.]+px/.exec(this.font)?.[0] ?? '0') * scale,
      });
      return fillText.call(this, text, x, y, ...more);
    };
    proto.beginPath = function () {
      of(this).path = [];
      return beginPath.call(this);
    };
    proto.arc = function (x, y, radius, ...more) {
      const { scale, ...spot } = at(this, x, y);
      of(this).path.push({ ...spot, radius: radius * scale });
      return arc.call(this, x, y, radius, ...more);
    };
    const note = (ctx: CanvasRenderingContext2D, what: 'fillStyle' | 'strokeStyle'): void => {
      const { [what]: set } = ctx;
      const style = typeof set === 'string' ? set : '';
      for (const disc of of(ctx).path) {
        of(ctx).discs.push({
          ...disc,
          fill: what === 'fillStyle' ? style : null,
          line: what === 'strokeStyle' ? style : null,
        });
      }
    };
    proto.fill = function (this: CanvasRenderingContext2D, ...all: unknown[]): void {
      note(this, 'fillStyle');
      Reflect.apply(fill, this, all);
    };
    proto.stroke = function (this: CanvasRenderingContext2D, ...all: unknown[]): void {
      note(this, 'strokeStyle');
      Reflect.apply(stroke, this, all);
    };
    Object.assign(window, { notesOf: (canvas: HTMLCanvasElement) => notes.get(canvas) ?? null });
  });
}

/** What is seen on the canvases within, by now. */
export async function drawnIn(place: Locator): Promise<Drawn> {
  return place.evaluate((root) => {
    const { notesOf } = window as unknown as { notesOf: (canvas: HTMLCanvasElement) => Drawn | null };
    const box = root.getBoundingClientRect();
    const isSeen = ({ x, y }: { x: number; y: number }): boolean =>
      x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    const seen: Drawn = { texts: [], discs: [] };
    for (const canvas of root.querySelectorAll('canvas')) {
      const { left, top, width } = canvas.getBoundingClientRect();
      const own = notesOf(canvas);
      if (own === null || width === 0) continue;
      // A picture that is being moved is larger than it was drawn.
      const by = (width * devicePixelRatio) / canvas.width;
      const moved = <T extends { x: number; y: number }>(one: T): T => ({
        ...one,
        x: left + one.x * by,
        y: top + one.y * by,
      });
      seen.texts.push(...own.texts.map(moved).filter(isSeen));
      seen.discs.push(...own.discs.map(moved).filter(isSeen));
    }
    return seen;
  });
}
