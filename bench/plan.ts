import { chromium, type CDPSession, type Page } from '@playwright/test';
import { pageScript } from '../e2e/support/pageScript.ts';
import { chromiumArgs, requireChromium } from '../scripts/chromium.ts';
import type { PlanAct, PlanBenchPage, PlanWay } from './browser/planPage.tsx';
import { figure, percentile, type Figure } from './support/report.ts';

/*
 * A plan of 500 tables and 5,000 seats: one table is dragged, the plan is panned and zoomed. Frames a second and the
 * longest frame, against every seat as a react-konva node of its own; also with a processor four times slower.
 */
const TABLES = 500;
const MS = 4000;
const ACTS: readonly PlanAct[] = ['drag', 'pan', 'zoom'];
const BASELINE = 'a react-konva node per seat';

export default async function plan(emit: (figure: Figure) => void): Promise<void> {
  const code = await pageScript('bench/browser/planPage.tsx');
  const browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumArgs });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.route('**/*', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: code })
        : route.fulfill({
            contentType: 'text/html',
            body: '<!doctype html><script type="module" src="/bench.js"></script>',
          }),
    );
    await page.goto('http://127.0.0.1/bench.html');
    await page.waitForFunction(() => 'bench' in globalThis);
    const session = await page.context().newCDPSession(page);
    for (const slow of [1, 4]) {
      const ours = await measure(page, session, 'ours', slow);
      const baseline = await measure(page, session, 'baseline', slow);
      for (const act of ACTS) {
        const [mine, theirs] = [ours[act], baseline[act]];
        const label = slow === 1 ? act : `${act}, processor ${slow}× slower`;
        const wanted = slow === 1 ? 55 : 40;
        emit(
          figure({
            ...{ bench: 'plan', measure: label, unit: 'fps', baselineName: BASELINE },
            ...{ ours: fps(mine), baseline: fps(theirs), ratio: ratio(fps(mine), fps(theirs)) },
            ...{ target: `${wanted} fps`, reached: fps(mine) >= wanted },
          }),
        );
        emit(
          figure({
            ...{ bench: 'plan', measure: `${label}, longest frame`, unit: 'ms', baselineName: BASELINE },
            ...{ ours: percentile(mine, 100), baseline: percentile(theirs, 100) },
          }),
        );
      }
    }
  } finally {
    await browser.close();
  }
}

async function measure(
  page: Page,
  session: CDPSession,
  way: PlanWay,
  rate: number,
): Promise<Record<PlanAct, number[]>> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.evaluate(
    ([which, tables]) => (globalThis as unknown as { bench: PlanBenchPage }).bench.open(which, tables),
    [way, TABLES] as const,
  );
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  const frames = { drag: [] as number[], pan: [] as number[], zoom: [] as number[] };
  for (const act of ACTS) {
    frames[act] = await page.evaluate(
      ([what, ms]) => (globalThis as unknown as { bench: PlanBenchPage }).bench.act(what, ms),
      [act, MS] as const,
    );
  }
  return frames;
}

const fps = (frames: readonly number[]): number =>
  (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);

const ratio = (ours: number, baseline: number): number => Math.round((ours / baseline) * 100) / 100;
