import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dyingAfter } from '../testing/dying.ts';
import { openTestStorage, storages } from '../testing/storage.ts';
import { Hopeless, type Attempt } from './job.ts';
import { kind, LEASE, Offices, T0 } from './testing/office.ts';

let offices: Offices;
/** What each attempt does, by key; nothing where there is none. */
let acts: Map<string, (attempt: Attempt<string>) => Promise<{ again: number } | void>>;
let done: string[];

const mail = kind<string>('mail', async (attempt) => {
  done.push(`${attempt.eventId ?? '-'} ${attempt.key} ${attempt.payload} ${attempt.number}`);
  return acts.get(attempt.key)?.(attempt);
});
const remembered = kind<string>('webhook', async ({ key }) => void done.push(key), { remember: 5000 });
const one = kind<string>('one', async ({ eventId }) => void done.push(String(eventId)), { atOnce: 1 });
const look = kind<string>('look', async (attempt) => acts.get('look')?.(attempt), { looks: true });
const ask = (key: string, more: { at?: number; eventId?: string } = {}) => ({ key, payload: 'hi', ...more });

describe.each(storages('leveldb', 'couchdb'))('jobs on %s', (name) => {
  beforeEach(async () => {
    offices = new Offices(await openTestStorage(name), [mail, remembered, one, look]);
    acts = new Map();
    done = [];
  });
  afterEach(() => offices.close());

  test('run once, at their time, also after a restart', async () => {
    const { jobs, open } = offices.office('first');
    await jobs.enqueue(mail, ask('now'));
    await jobs.enqueue(mail, ask('later', { at: T0 + 1000, eventId: 'gala' }));
    const dispatcher = open();
    await dispatcher.idle();
    expect(done).toEqual(['- now hi 1']);
    expect(dispatcher.status()).toMatchObject({ waiting: 1, running: 0, givenUp: 0, troubled: [] });
    await dispatcher.stop();
    offices.now += 1000;
    const second = offices.office('second').open();
    await second.idle();
    expect(done.slice(1)).toEqual(['gala later hi 1']);
    expect(await offices.stored()).toEqual([]);
  });

  test('a dispatcher that runs hears of what another process asks for', async () => {
    const dispatcher = offices.office('worker').open();
    await dispatcher.idle();
    await offices.office('api').jobs.enqueue(mail, ask('a'));
    await expect.poll(() => done).toEqual(['- a hi 1']);
  });

  test('asked for many times at once are one', async () => {
    const first = offices.office('first');
    const second = offices.office('second');
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? first : second).jobs.enqueue(mail, ask('same')),
      ),
    );
    await first.open().idle();
    expect(done).toEqual(['- same hi 1']);
  });

  test('one that looks at what there is misses nothing that is asked for while it runs', async () => {
    const { jobs, open } = offices.office('first');
    acts.set('look', async ({ number }) => {
      done.push(`look ${number}`);
      if (done.length < 3) await jobs.enqueue(look, ask('same'));
    });
    await jobs.enqueue(look, ask('same'));
    await open().idle();
    expect(done).toEqual(['look 1', 'look 1', 'look 1']);
    expect(await offices.stored()).toEqual([]);
  });

  test('what is remembered is not done again for a while', async () => {
    const { jobs, open } = offices.office('first');
    const dispatcher = open();
    for (const wait of [0, 4999, 1]) {
      offices.now += wait;
      await dispatcher.idle();
      await jobs.enqueue(remembered, ask('stripe'));
      await dispatcher.idle();
    }
    expect(done).toEqual(['stripe', 'stripe']);
  });

  test('that fail are tried again later and later, then kept, shown and logged; asked for again they begin anew', async () => {
    acts.set('bad', () => Promise.reject(new Error('no such host')));
    const { jobs, open, told } = offices.office('first');
    await jobs.enqueue(mail, ask('bad', { eventId: 'gala' }));
    await jobs.enqueue(mail, ask('good'));
    const dispatcher = open();
    await dispatcher.idle();
    expect(done.toSorted()).toEqual(['- good hi 1', 'gala bad hi 1']);
    expect(dispatcher.status()).toMatchObject({ waiting: 1, troubled: [{ key: 'bad', at: T0 + 1000 }] });
    for (const wait of [999, 1, 1999, 1, 100_000]) {
      offices.now += wait;
      await dispatcher.idle();
    }
    expect(done.slice(2)).toEqual(['gala bad hi 2', 'gala bad hi 3']);
    const troubled = [{ kind: 'mail', eventId: 'gala', key: 'bad', state: 'givenUp', attempts: 3 }];
    expect(dispatcher.status()).toMatchObject({ waiting: 0, givenUp: 1, troubled });
    expect(dispatcher.status().troubled[0]?.error).toBe('no such host');
    expect(told.map(({ level }) => level)).toEqual(['warn', 'warn', 'error']);
    await dispatcher.stop();

    acts.clear();
    const next = offices.office('next');
    const again = next.open();
    await again.idle();
    expect(again.status().givenUp).toBe(1);
    await next.jobs.enqueue(mail, ask('bad', { eventId: 'gala' }));
    await again.idle();
    expect(done.at(-1)).toBe('gala bad hi 1');
    expect(again.status().givenUp).toBe(0);
  });

  test('may say that there is no hope, or that they run again', async () => {
    acts.set('hopeless', () => Promise.reject(new Hopeless('no such person')));
    acts.set('daily', () => Promise.resolve({ again: offices.now + 1000 }));
    const { jobs, open } = offices.office('first');
    await jobs.enqueue(mail, ask('hopeless'));
    await jobs.enqueue(mail, ask('daily'));
    const dispatcher = open();
    await dispatcher.idle();
    expect(dispatcher.status()).toMatchObject({ givenUp: 1, waiting: 1 });
    offices.now += 1000;
    await dispatcher.idle();
    expect(done.filter((text) => text.includes('daily'))).toHaveLength(2);
  });

  test('are canceled: one that waits goes, one that runs is told and not tried again', async () => {
    const { jobs, open } = offices.office('first', offices.storage, 300);
    await jobs.enqueue(mail, ask('waits', { at: T0 + 1 }));
    expect(await jobs.cancel(mail, { key: 'waits' })).toBe(true);
    expect(await jobs.cancel(mail, { key: 'waits' })).toBe(false);
    acts.set('runs', ({ signal }) => aborted(signal).then(() => Promise.reject(new Error('ended'))));
    await jobs.enqueue(mail, ask('runs'));
    const dispatcher = open();
    await expect.poll(() => done).toEqual(['- runs hi 1']);
    await jobs.cancel(mail, { key: 'runs' });
    await dispatcher.idle();
    offices.now += 1_000_000;
    await dispatcher.idle();
    expect(done).toEqual(['- runs hi 1']);
    expect(await offices.stored()).toEqual([]);
  });

  test('of two processes one does each, never both at once', async () => {
    const atWork = new Map<string, number>();
    let most = 0;
    for (let index = 0; index < 20; index++) {
      acts.set(`k${index}`, async ({ key }) => {
        atWork.set(key, (atWork.get(key) ?? 0) + 1);
        most = Math.max(most, atWork.get(key) ?? 0);
        // Long enough for the other to look.
        for (let turn = 0; turn < 50; turn++) await tick();
        atWork.set(key, (atWork.get(key) ?? 0) - 1);
      });
    }
    const [first, second] = [offices.office('first'), offices.office('second')];
    await Promise.all([...acts.keys()].map((key) => first.jobs.enqueue(mail, ask(key))));
    const working = [first.open(), second.open()];
    await Promise.all(working.map((dispatcher) => dispatcher.idle()));
    await expect.poll(() => offices.stored()).toEqual([]);
    expect(done.toSorted()).toEqual([...acts.keys()].map((key) => `- ${key} hi 1`).toSorted());
    expect(most).toBe(1);
  });

  test('of a process that hangs are taken up by another after the lease, which is told that it is not the first', async () => {
    let end = (): void => undefined;
    const hanging = new Promise<void>((resolve) => (end = resolve));
    acts.set('a', ({ number }) => (number === 1 ? hanging : Promise.resolve()));
    const first = offices.office('first');
    await first.jobs.enqueue(mail, ask('a'));
    const hung = first.open();
    await expect.poll(() => done).toEqual(['- a hi 1']);
    const second = offices.office('second').open();
    offices.now += LEASE - 1;
    await second.idle();
    expect(done).toHaveLength(1);
    offices.now += 1;
    await second.idle();
    expect(done).toEqual(['- a hi 1', '- a hi 2']);
    // What the first one says in the end counts no more.
    end();
    await hung.stop();
    expect(await offices.stored()).toEqual([]);
  });

  test('broken off by a stop lose no attempt, and go on at the next start', async () => {
    acts.set('long', ({ signal }) => aborted(signal).then(() => Promise.reject(new Error('ended'))));
    const first = offices.office('first');
    await first.jobs.enqueue(mail, ask('long'));
    const dispatcher = first.open();
    await expect.poll(() => done).toHaveLength(1);
    await dispatcher.stop();
    acts.clear();
    await offices.office('second').open().idle();
    expect(done).toEqual(['- long hi 1', '- long hi 1']);
  });

  test('of one event do not keep those of another waiting', async () => {
    const { jobs, open } = offices.office('first');
    for (let index = 0; index < 30; index++) await jobs.enqueue(one, ask(`a${index}`, { eventId: 'a' }));
    await jobs.enqueue(one, ask('b', { eventId: 'b' }));
    await open().idle();
    expect(done).toHaveLength(31);
    expect(done.slice(0, 2).toSorted()).toEqual(['a', 'b']);
  });

  test('guard what a process does: nothing is left of a good end, a bad one leaves the job', async () => {
    const { jobs, open } = offices.office('api');
    expect(await jobs.guard(mail, ask('a'), () => Promise.resolve(7))).toBe(7);
    expect(await offices.stored()).toEqual([]);
    const other = offices.office('other').jobs;
    await jobs.guard(mail, ask('b'), async () => {
      await expect(other.guard(mail, ask('b'), () => Promise.resolve())).rejects.toMatchObject({
        status: 503,
        code: 'busy',
      });
    });
    const failing = jobs.guard(mail, ask('c'), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    await open().idle();
    expect(done).toEqual(['- c hi 1']);
    // Twice in one process: one after the other.
    const order: number[] = [];
    await Promise.all([1, 2].map((n) => jobs.guard(mail, ask('d'), async () => void order.push(n))));
    expect(order).toEqual([1, 2]);
  });

  test("what a process holds whose clock is behind stays its own, and is another one's once it is silent", async () => {
    const ahead = offices.office('ahead', offices.storage, LEASE, 20 * LEASE).open();
    await ahead.idle();
    const { jobs } = offices.office('behind');
    await jobs.guard(mail, ask('a'), async () => {
      await ahead.idle();
      expect(done).toEqual([]);
      // Killed: it gives nothing back.
      offices.now += LEASE;
      await ahead.idle();
      expect(done).toEqual(['- a hi 1']);
    });
  });

  test('a process that dies after any write leaves no job undone', async () => {
    for (let writes = 0, survived = false; !survived; writes++) {
      done = [];
      const before = offices.office('before');
      await before.jobs.enqueue(mail, ask('a'));
      await before.jobs.enqueue(mail, ask('b'));
      const mortal = dyingAfter(offices.storage, writes);
      const dying = offices.office('dying', mortal).open();
      const ended = dying.idle().then(() => true);
      while (!mortal.isDead() && !survived) survived = await Promise.race([ended, tick()]);
      await dying.stop();
      offices.now += LEASE;
      const next = offices.office('next').open();
      await next.idle();
      await next.stop();
      expect(await offices.stored(), `after ${writes} writes`).toEqual([]);
      expect(new Set(done.map((text) => text.slice(0, 3)))).toEqual(new Set(['- a', '- b']));
      expect(writes).toBeLessThan(10);
    }
  }, 60_000);
});

const tick = (): Promise<false> => new Promise((resolve) => setImmediate(resolve, false));

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
