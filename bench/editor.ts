import { figure, percentile, type Figure } from './support/report.ts';
import { atTemplate } from './support/templateScene.ts';

const [BOXES, SLOWER, MS, WANTED] = [200, 4, 4000, 55];

/** One of 200 boxes dragged over the page of the built app with a processor four times slower: frames a second. */
export default async function editor(emit: (figure: Figure) => void): Promise<void> {
  await atTemplate({ boxes: BOXES, guests: 5 }, async ({ page, context }) => {
    const box = page.locator('[data-box]').nth(BOXES / 2);
    await box.scrollIntoViewIfNeeded();
    const area = await page.getByTestId('template-area').boundingBox();
    const own = await box.boundingBox();
    if (area === null || own === null) throw new Error('no box');
    const from = { x: own.x + own.width / 2, y: own.y + own.height / 2 };
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    const frames = page.evaluate<number[]>(`new Promise((resolve) => {
      const frames = [];
      const began = performance.now();
      let before = began;
      const next = () => requestAnimationFrame(() => {
        const now = performance.now();
        frames.push(now - before);
        before = now;
        if (now - began > ${MS}) resolve(frames);
        else next();
      });
      next();
    })`);
    const ended = { yet: false };
    void frames.then(() => (ended.yet = true));
    const [reachX, reachY] = [area.width * 0.3, Math.min(area.height, 500) * 0.3];
    for (let step = 0; !ended.yet; step++) {
      const angle = step / 20;
      await page.mouse.move(from.x + Math.sin(angle) * reachX, from.y + Math.sin(angle * 1.7) * reachY);
    }
    await page.mouse.up();
    const times = await frames;
    const fps = (1000 * times.length) / times.reduce((sum, ms) => sum + ms, 0);
    emit(
      figure({
        ...{
          bench: 'editor',
          measure: `${BOXES} boxes, processor ${SLOWER}× slower`,
          unit: 'fps',
          ours: fps,
        },
        ...{ baseline: NaN, baselineName: '', target: `${WANTED} fps`, reached: fps >= WANTED },
      }),
    );
    emit(
      figure({
        ...{ bench: 'editor', measure: 'a frame, p95', unit: 'ms', ours: percentile(times, 95) },
        ...{ baseline: NaN, baselineName: '' },
      }),
    );
  });
}
