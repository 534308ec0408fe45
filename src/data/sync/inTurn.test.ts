import { expect, it } from 'vitest';
import { createInTurn } from './inTurn.ts';

it('works of one key run one after the other, one that fails holds up nobody, and other keys do not wait', async () => {
  const inTurn = createInTurn();
  const told: string[] = [];
  let goOn = (): void => undefined;
  const first = inTurn('gala', async () => {
    await new Promise<void>((resolve) => (goOn = resolve));
    told.push('first');
    throw new Error('no');
  });
  const second = inTurn('gala', async () => void told.push('second'));
  await inTurn('ball', async () => void told.push('elsewhere'));
  expect(told).toEqual(['elsewhere']);
  goOn();
  await expect(first).rejects.toThrow('no');
  await second;
  expect(told).toEqual(['elsewhere', 'first', 'second']);
});
