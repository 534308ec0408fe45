import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CameraFailure, CameraHears, Judgement } from './machine.ts';
import { runScan, type Question, type ScanPorts } from './scanFlow.ts';

/** A scanner without camera and clock: the test says what is seen, and when. */
function scanner(options: { camera?: CameraFailure; stay?: boolean; hidden?: boolean } = {}) {
  const log: string[] = [];
  const seen = {
    answer: (_code: string | null): void => undefined,
    fail: (_why: Error): void => undefined,
  };
  let hears: CameraHears = { ended: () => undefined, failed: () => undefined, paused: () => undefined };
  let failure: CameraFailure | null = options.camera ?? null;
  const ports: ScanPorts<string> = {
    now: () => Date.now(),
    timers: {
      set: (callback, ms) => setTimeout(callback, ms),
      clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
    },
    camera: {
      async open(told) {
        log.push('open');
        hears = told;
        return failure;
      },
      close: () => void log.push('close'),
      look: () => {
        log.push('look');
        return new Promise((resolve, reject) => Object.assign(seen, { answer: resolve, fail: reject }));
      },
    },
    judge: async (code, choice): Promise<Judgement<string> | Question> =>
      code.startsWith('two') && choice === null
        ? { choices: ['ada', 'leo'] }
        : { good: !code.startsWith('bad'), verdict: [code, choice].filter(Boolean).join(' ') },
    ask: () => void log.push('ask'),
    announce: ({ verdict }) => void log.push(`announce ${verdict}`),
    leave: ({ verdict }) => void log.push(`leave ${verdict}`),
    stay: () => options.stay === true,
    report: () => void log.push('report'),
  };
  const flow = runScan(ports);
  return {
    flow,
    log,
    async sees(code: string | null) {
      seen.answer(code);
      await vi.advanceTimersByTimeAsync(0);
    },
    async failsToRead() {
      seen.fail(new Error('reader'));
      await vi.advanceTimersByTimeAsync(0);
    },
    after: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    allow: (now: CameraFailure | null) => (failure = now),
    unplug: () => hears.ended(),
    pause: (is: boolean) => hears.paused(is),
    loseReader: () => hears.failed('unread'),
    /** What happened since the last time this was asked. */
    news: () => log.splice(0),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

async function open(options?: Parameters<typeof scanner>[0]) {
  const made = scanner(options);
  await made.after(0);
  return made;
}

describe('the flow of the scanner', () => {
  it('opens the camera and looks', async () => {
    const { flow, news } = await open();
    expect(news()).toEqual(['open', 'look']);
    expect(flow.get()).toMatchObject({ camera: 'open', flow: 'looking' });
  });

  it('[SCAN-04] shows a success for 1 s, then goes to the client and lets the camera go', async () => {
    const { flow, news, sees, after } = await open();
    news();
    await sees('A-1');
    expect(flow.get()).toMatchObject({ flow: 'showing', result: { good: true, verdict: 'A-1' } });
    await after(999);
    expect(news()).toEqual(['announce A-1']);
    await after(1);
    expect(news()).toEqual(['leave A-1', 'close']);
    await after(10_000);
    expect(news()).toEqual([]);
  });

  it('[SCAN-05] shows an error for 1 s and looks again 1 s later', async () => {
    const { flow, news, sees, after } = await open();
    news();
    await sees('bad');
    await after(999);
    expect(flow.get()).toMatchObject({ flow: 'showing', result: { good: false } });
    await after(1);
    expect(flow.get()).toMatchObject({ flow: 'resting', result: null });
    await after(999);
    expect(news()).toEqual(['announce bad']);
    await after(1);
    expect(news()).toEqual(['look']);
    expect(flow.get().flow).toBe('looking');
  });

  it('[SCAN-06] looks again 300 ms after a look that found no code', async () => {
    const { flow, news, sees, after } = await open();
    news();
    for (let look = 0; look < 3; look++) {
      await sees(null);
      expect(flow.get().flow).toBe('retrying');
      await after(299);
      expect(news()).toEqual([]);
      await after(1);
      expect(news()).toEqual(['look']);
    }
  });

  it('[SCAN-09] [SCAN-10] says why there is no camera, and does not look', async () => {
    for (const camera of ['denied', 'unsupported'] as const) {
      const { flow, news, after } = await open({ camera });
      await after(5000);
      expect(flow.get()).toMatchObject({ camera, flow: 'idle' });
      expect(news()).toEqual(['open']);
    }
  });

  it('tries again when the page comes back after the camera was denied', async () => {
    const { flow, news, allow, after } = await open({ camera: 'denied' });
    allow(null);
    flow.visible(false);
    flow.visible(true);
    await after(0);
    expect(news()).toEqual(['open', 'open', 'look']);
  });

  it('a hidden page lets the camera go, and looks again when it is back', async () => {
    for (const when of ['looking', 'retrying'] as const) {
      const { flow, news, sees, after } = await open();
      if (when === 'retrying') await sees(null);
      expect(flow.get().flow).toBe(when);
      news();
      flow.visible(false);
      expect(flow.get()).toMatchObject({ camera: 'hidden', flow: 'idle' });
      await sees('A-1');
      await after(5000);
      expect(news()).toEqual(['close']);
      flow.visible(true);
      await after(0);
      expect(news()).toEqual(['open', 'look']);
    }
  });

  it('a page hidden while the camera opens closes it, and the late answer changes nothing', async () => {
    const { flow, news, after } = scanner();
    flow.visible(false);
    await after(0);
    expect(news()).toEqual(['open', 'close']);
    expect(flow.get()).toMatchObject({ camera: 'hidden', flow: 'idle' });
  });

  it('an error that is shown while the page is hidden ends in time, and the camera opens later', async () => {
    const { flow, news, sees, after } = await open();
    await sees('bad');
    flow.visible(false);
    await after(2000);
    expect(flow.get()).toMatchObject({ camera: 'hidden', flow: 'idle', result: null });
    news();
    flow.visible(true);
    await after(0);
    expect(news()).toEqual(['open', 'look']);
  });

  it('a camera that stops by itself is opened anew', async () => {
    const { flow, allow, unplug, after } = await open();
    allow('unsupported');
    unplug();
    await after(0);
    expect(flow.get()).toMatchObject({ camera: 'unsupported', flow: 'idle' });
  });

  it('a camera whose pictures the system keeps, as during a call, is not looked through until they come again', async () => {
    const { flow, news, pause, sees, after } = await open();
    news();
    pause(true);
    expect(flow.get()).toMatchObject({ camera: 'paused', flow: 'idle' });
    // What a look still finds is the last picture of before.
    await sees('A-1');
    flow.typed('A-2');
    await after(1000);
    expect(news()).toEqual(['announce A-2', 'leave A-2', 'close']);
  });

  it.each(['open', 'opening', 'paused'] as const)(
    'without what reads codes a camera that was %s is not looked through, until somebody tries again',
    async (camera) => {
      const { flow, news, pause, loseReader, sees, after } = await open();
      if (camera === 'paused') pause(true);
      if (camera === 'opening') flow.visible(false);
      if (camera === 'opening') flow.visible(true);
      expect(flow.get().camera).toBe(camera);
      news();
      loseReader();
      await sees(null);
      await after(5000);
      expect(news()).toEqual([]);
      expect(flow.get()).toMatchObject({ camera: 'unread', flow: 'idle' });
      flow.visible(true);
      await after(0);
      expect(news()).toEqual(['open', 'look']);
    },
  );

  it.each(['the pictures', 'the camera', 'the page'] as const)('goes on by itself with %s', async (what) => {
    const { flow, news, pause, unplug, after } = await open();
    pause(true);
    news();
    if (what === 'the pictures') pause(false);
    else if (what === 'the camera') unplug();
    else {
      flow.visible(false);
      flow.visible(true);
    }
    await after(0);
    expect(flow.get()).toMatchObject({ camera: 'open', flow: 'looking' });
    expect(news().at(-1)).toBe('look');
  });

  it('a typed code is judged without a camera, also while the last result is shown', async () => {
    const { flow, news, after } = await open({ camera: 'unsupported', stay: true });
    news();
    flow.typed('bad');
    await after(0);
    flow.typed('A-2');
    await after(0);
    expect(news()).toEqual(['announce bad', 'announce A-2']);
    await after(1000);
    expect(flow.get()).toMatchObject({ camera: 'unsupported', flow: 'idle', result: null });
  });

  it('a code typed twice in a row welcomes its guest once, and another one is judged at once', async () => {
    const { flow, news, after } = await open({ camera: 'unsupported' });
    news();
    flow.typed('A-1');
    await after(0);
    flow.typed('A-1');
    await after(0);
    expect(news()).toEqual(['announce A-1']);
    await after(1000);
    expect(news()).toEqual(['leave A-1', 'close']);

    const other = await open({ camera: 'unsupported' });
    other.news();
    for (const code of ['A-1', 'A-2', 'bad', 'bad']) {
      other.flow.typed(code);
      await other.after(0);
    }
    expect(other.news()).toEqual(['announce A-1', 'announce A-2', 'announce bad', 'announce bad']);
  });

  it('where the scanner stays, it looks on after a success, and not at the ticket that is still there', async () => {
    const { news, sees, after } = await open({ stay: true });
    await sees('A-1');
    await after(1000);
    expect(news()).toEqual(['open', 'look', 'announce A-1', 'look']);
    for (let look = 0; look < 20; look++) {
      await sees('A-1');
      await after(300);
    }
    expect(news().filter((entry) => entry !== 'look')).toEqual([]);
    await sees('A-2');
    expect(news()).toEqual(['announce A-2']);
    await after(1000);
    await sees(null);
    await after(3000);
    // Held up anew, it is a second scan.
    await sees('A-2');
    expect(news()).toContain('announce A-2');
  });

  it('after its end nothing happens any more', async () => {
    const { flow, news, sees, after } = await open();
    await sees('A-1');
    news();
    flow.stop();
    await after(5000);
    expect(news()).toEqual(['close']);
  });

  it('a picture that cannot be read is reported, but for the one in hand when somebody leaves', async () => {
    const { flow, news, failsToRead, after } = await open();
    await failsToRead();
    await after(300);
    expect(news()).toEqual(['open', 'look', 'report', 'look']);
    flow.stop();
    await failsToRead();
    expect(news()).toEqual(['close']);
  });

  it('[VALID-68] asks which guest it is, waits for the answer, and judges that guest', async () => {
    const { flow, news, sees, after } = await open({ stay: true });
    await sees('two');
    expect(news()).toEqual(['open', 'look', 'ask']);
    expect(flow.get()).toMatchObject({ flow: 'asking', choices: ['ada', 'leo'], code: 'two' });
    await after(60_000);
    // A reader that reads twice is no answer.
    flow.typed('two');
    await after(0);
    expect([news(), flow.get().flow]).toEqual([[], 'asking']);
    flow.choose('leo');
    await after(0);
    expect(news()).toEqual(['announce two leo']);
    expect(flow.get()).toMatchObject({ flow: 'showing', choices: null });
    await after(1000);
    // The ticket is still held up: it is not asked about again.
    await sees('two');
    expect([news(), flow.get().flow]).toEqual([['look'], 'retrying']);
  });

  it('[VALID-68] goes on when it is none of them, or when the next code is read', async () => {
    const { flow, news, sees, after } = await open();
    await sees('two');
    news();
    flow.choose(null);
    expect(flow.get()).toMatchObject({ flow: 'resting', choices: null });
    await after(1000);
    expect(news()).toEqual(['look']);
    await sees('two again');
    flow.typed('next');
    await after(0);
    expect(news()).toEqual(['ask', 'announce next']);
    flow.choose('ada');
    expect(flow.get()).toMatchObject({ flow: 'showing', choices: null });
  });

  it('codes that come while one is judged are judged after it, each once', async () => {
    const { flow, news, after } = await open({ camera: 'unsupported', stay: true });
    news();
    for (const code of ['A-1', 'A-1', 'A-2', 'A-3', 'A-2']) flow.typed(code);
    await after(0);
    expect(news()).toEqual(['announce A-1', 'announce A-2', 'announce A-3']);
    expect(flow.get()).toMatchObject({ flow: 'showing', result: { verdict: 'A-3' } });
    await after(1000);
    expect(flow.get()).toMatchObject({ flow: 'idle', result: null });
  });

  it('an error stays its second before the code that came meanwhile, and so does a question', async () => {
    const { flow, news, after } = await open({ stay: true });
    news();
    flow.typed('bad');
    flow.typed('two');
    flow.typed('A-1');
    await after(999);
    expect(flow.get()).toMatchObject({ flow: 'showing', result: { verdict: 'bad' } });
    await after(1);
    expect(flow.get()).toMatchObject({ flow: 'asking', code: 'two' });
    flow.choose(null);
    await after(1000);
    expect(news()).toEqual(['announce bad', 'ask', 'announce A-1']);
  });
});
