import { expect, it } from 'vitest';
import { createEmitter } from '../signal.ts';
import { createTurn } from './turn.ts';

/** One lock of a device; a page and timers that the test turns. */
function scene() {
  let held: Promise<void> = Promise.resolve();
  let taken = 0;
  const changed = createEmitter();
  let visible = true;
  const timers = new Map<object, { callback: () => void; ms: number }>();
  const tab = () => {
    const log: string[] = [];
    const turn = createTurn({
      async take() {
        const before = held;
        let release = (): void => undefined;
        held = new Promise((resolve) => (release = resolve));
        await before;
        taken += 1;
        return release;
      },
      catchUp: async () => void log.push('caught up'),
      page: {
        visible: () => visible,
        online: () => true,
        subscribe: (listener) => changed.subscribe(listener),
      },
      timers: {
        set(callback, ms) {
          const handle = {};
          timers.set(handle, { callback, ms });
          return handle;
        },
        clear: (handle) => void timers.delete(handle as object),
      },
    });
    return { turn, log, act: (name: string) => turn.use(async () => void log.push(name)) };
  };
  return {
    tab,
    taken: () => taken,
    hide() {
      visible = false;
      changed.emit();
    },
    /** Lets the time come of the timers that wait so long. */
    pass(ms: number) {
      for (const [handle, timer] of timers) {
        if (timer.ms !== ms) continue;
        timers.delete(handle);
        timer.callback();
      }
    },
  };
}

it('acts that follow each other take the lock once, one at a time', async () => {
  const { tab, taken, pass } = scene();
  const one = tab();
  let running = 0;
  const alone = one.turn.use(async () => {
    running += 1;
    await Promise.resolve();
    expect(running).toBe(1);
    running -= 1;
  });
  const beside = one.turn.use(() => Promise.resolve(expect(running).toBe(0)));
  await Promise.all([alone, beside]);
  await one.act('later');
  expect(one.log).toEqual(['caught up', 'later']);
  pass(250);
  await one.act('much later');
  expect(one.log.slice(2)).toEqual(['caught up', 'much later']);
  expect(taken()).toBe(2);
});

it('a tab that waits gets its turn in a burst of the other, and the other hears what it did', async () => {
  const { tab, pass } = scene();
  const [one, two] = [tab(), tab()];
  await one.act('a');
  const waiting = two.act('b');
  await one.act('c');
  expect(two.log).toEqual([]);
  pass(1000);
  const burst = [one.act('d'), one.act('e')];
  await waiting;
  pass(250);
  await Promise.all(burst);
  expect(two.log).toEqual(['caught up', 'b']);
  expect(one.log).toEqual(['caught up', 'a', 'c', 'caught up', 'd', 'e']);
});

it('a hidden tab keeps nothing, nor does one that stops or whose act fails', async () => {
  const { tab, hide, taken } = scene();
  const [one, two, three] = [tab(), tab(), tab()];
  await expect(one.turn.use(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
  await one.act('after it');
  one.turn.stop();
  await two.act('b');
  hide();
  await three.act('c');
  await two.act('d');
  expect(taken()).toBe(4);
  expect([one.log, two.log, three.log]).toEqual([
    ['caught up', 'after it'],
    ['caught up', 'b', 'caught up', 'd'],
    ['caught up', 'c'],
  ]);
});

it('what cannot be caught up with lets go of the lock', async () => {
  let released = 0;
  const broken = createTurn({
    take: () => Promise.resolve(() => void (released += 1)),
    catchUp: () => Promise.reject(new Error('no disk')),
    page: { visible: () => true, online: () => true, subscribe: () => () => undefined },
    timers: { set: () => null, clear: () => undefined },
  });
  await expect(broken.use(() => Promise.resolve())).rejects.toThrow('no disk');
  expect(released).toBe(1);
});
