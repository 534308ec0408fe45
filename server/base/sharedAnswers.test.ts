import { expect, it } from 'vitest';
import { SharedAnswers } from './sharedAnswers.ts';

/** Questions that are answered by hand. */
function questions() {
  const asked: { key: string; answer(value: number): void; fail(error: Error): void }[] = [];
  const answers = new SharedAnswers<number>(
    (key) => new Promise((answer, fail) => void asked.push({ key, answer, fail })),
  );
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { asked, answers, turn };
}

it('hundreds who ask at once are answered by two questions, and nobody by one from before', async () => {
  const { asked, answers, turn } = questions();
  const first = answers.of('a');
  const later = Array.from({ length: 300 }, () => answers.of('a'));
  expect(asked).toHaveLength(1);
  asked[0]?.answer(1);
  expect(await first).toBe(1);
  await turn();
  expect(asked).toHaveLength(2);
  const last = answers.of('a');
  asked[1]?.answer(2);
  expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
  await turn();
  asked[2]?.answer(3);
  expect(await last).toBe(3);
  await turn();
  const alone = answers.of('a');
  expect(asked).toHaveLength(4);
  asked[3]?.answer(4);
  expect(await alone).toBe(4);
});

it('other keys do not wait, and a failure is heard by those who shared it', async () => {
  const { asked, answers, turn } = questions();
  const [a, b] = [answers.of('a'), answers.of('b')];
  const failing = [answers.of('a'), answers.of('a')];
  asked[1]?.answer(7);
  expect(await b).toBe(7);
  asked[0]?.fail(new Error('first'));
  await expect(a).rejects.toThrow('first');
  await turn();
  asked[2]?.fail(new Error('second'));
  for (const one of failing) await expect(one).rejects.toThrow('second');
  await turn();
  const again = answers.of('a');
  asked[3]?.answer(8);
  expect(await again).toBe(8);
});
