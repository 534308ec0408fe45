import { figure, percentile, type Figure } from './support/report.ts';
import { atTemplate, pictureSettled } from './support/templateScene.ts';

const [BOXES, PEOPLE, FIRSTS] = [30, 40, 5];
const [FIRST_MS, NEXT_MS] = [300, 50];

/**
 * The preview of a template of 30 boxes in the built app: from the tap to the picture of the first person, and from one person to
 * the next. p95; no baseline.
 */
export default async function preview(emit: (figure: Figure) => void): Promise<void> {
  const firsts: number[] = [];
  const nexts: number[] = [];
  for (let round = 0; round < FIRSTS; round++) {
    await atTemplate({ boxes: BOXES, guests: PEOPLE + 5 }, async ({ page, t }) => {
      const tapped = async (name: string, role: 'button' | 'text'): Promise<number> => {
        const target =
          role === 'text' ? page.getByText(name, { exact: true }) : page.getByRole('button', { name });
        await target.evaluate((element) => {
          element.addEventListener(
            'click',
            () => ((globalThis as { tappedAt?: number }).tappedAt = performance.now()),
            { once: true, capture: true },
          );
        });
        const settled = pictureSettled(page);
        await target.click();
        const at = await settled;
        return at - (await page.evaluate(() => (globalThis as { tappedAt?: number }).tappedAt ?? NaN));
      };
      // The page that is edited is a picture, too: it is to stand still first.
      await pictureSettled(page);
      firsts.push(await tapped(t('templates.preview'), 'text'));
      if (round > 0) return;
      for (let person = 0; person < PEOPLE; person++)
        nexts.push(await tapped(t('templates.nextPerson'), 'button'));
    });
  }
  const figures = [
    ['first picture', firsts, FIRST_MS],
    ['next person', nexts, NEXT_MS],
  ] as const;
  for (const [measure, samples, most] of figures) {
    const ours = percentile(samples, 95);
    emit(
      figure({
        ...{ bench: 'preview', measure: `${measure}, p95 of ${samples.length}`, unit: 'ms', ours },
        ...{ baseline: NaN, baselineName: '', target: `at most ${most} ms`, reached: ours <= most },
      }),
    );
  }
}
