import { describe, expect, it } from 'vitest';
import { LoginQueue, type Comer } from './loginQueue.ts';

/** A queue in which somebody is being looked at, and the order in which the others came to their turn. */
function scene() {
  const queue = new LoginQueue(() => 0);
  const order: string[] = [];
  const turnedAway: string[] = [];
  let free = () => undefined as void;
  const first = queue.run(
    { network: 'x', name: 'first', known: false },
    () => new Promise<void>((resolve) => (free = resolve)),
  );
  const all: Promise<unknown>[] = [first];
  const come = (network: string, name: string, known = false): void => {
    const comer: Comer = { network, name, known };
    const turn = queue.run(comer, async () => void order.push(name));
    all.push(turn.catch((error: { status: number }) => void turnedAway.push(`${name} ${error.status}`)));
  };
  const end = async () => {
    free();
    await Promise.all(all);
  };
  return { come, end, order, turnedAway };
}

describe('the queue of logins', () => {
  it('takes turns by network, and known devices first', async () => {
    const { come, end, order } = scene();
    for (const name of ['a1', 'a2', 'a3']) come('a', name);
    come('b', 'b1');
    come('a', 'door', true);
    await end();
    expect(order).toEqual(['door', 'a1', 'b1', 'a2', 'a3']);
  });

  it('lets one name of a network wait behind the other names', async () => {
    const { come, end, order } = scene();
    for (let index = 0; index < 3; index++) come('a', 'guessed');
    come('a', 'ada');
    await end();
    expect(order).toEqual(['guessed', 'ada', 'guessed', 'guessed']);
  });

  it('turns away somebody of the longest line when it is full, and nobody else', async () => {
    const { come, end, order, turnedAway } = scene();
    come('b', 'quiet');
    come('a', 'door', true);
    for (let index = 0; index < 100; index++) come('a', `flood${index}`);
    await end();
    expect(order.slice(0, 2)).toEqual(['door', 'quiet']);
    expect(order).toHaveLength(64);
    expect(turnedAway).toHaveLength(38);
    expect(turnedAway.every((one) => /^flood\d+ 503$/.test(one))).toBe(true);
  });
});
