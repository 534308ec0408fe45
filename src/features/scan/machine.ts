/*
 * The flow of the scanner (specification 2 §4, "Scan flow"), as a pure function: what happens next, and what is to be
 * done for it. `scanFlow.ts` does it. The camera and the flow are apart, because a reader that types needs no camera.
 */

/** What a success or an error stays on the screen (specification 2 §9). */
const RESULT_MS = 1000;
/** After an error, until the camera looks again. */
const RESCAN_MS = 1000;
/** After a look that found no code. */
const RETRY_MS = 300;
/** In the mode that stays: a ticket that was let in and is still held up is not read again within this time. */
const HOLD_MS = 3000;

/** `paused`: it is open, and the system keeps its pictures, as during a call: what is seen is the last one. */
export type CameraState = 'opening' | 'open' | 'paused' | 'hidden' | CameraFailure;
/**
 * Not allowed; there is none, or no way to use it; `busy`: something else has it; `unread`: there are pictures, and what reads codes in
 * them could not be loaded.
 */
export const CAMERA_FAILURES = ['denied', 'unsupported', 'busy', 'unread'] as const;
export type CameraFailure = (typeof CAMERA_FAILURES)[number];

/** What a camera does by itself. */
export interface CameraHears {
  ended(): void;
  /** No code will be read any more. */
  failed(reason: CameraFailure): void;
  /** The system takes its pictures away, as for a call, or gives them back. */
  paused(is: boolean): void;
}

export interface Judgement<V> {
  good: boolean;
  verdict: V;
}

export interface ScanState<V> {
  camera: CameraState;
  /** `asking` waits for the host; `resting` is the pause after an error; `left` is the end. */
  flow: 'idle' | 'looking' | 'retrying' | 'judging' | 'asking' | 'showing' | 'resting' | 'left';
  /** Whom the code fits, while `asking`. */
  choices: readonly string[] | null;
  /** What is shown, while `showing` and until the screen is left. */
  result: Judgement<V> | null;
  /** The code that the result or the question is about. */
  code: string | null;
  /** A ticket that was let in a moment ago, and when it was last seen. */
  held: { code: string; seenAt: number } | null;
  /** What a reader typed while another code was judged: it has said its beep, and its guest goes in. */
  waiting: readonly string[];
}

export type ScanEvent<V> =
  | { type: 'opened' }
  | { type: 'failed'; reason: CameraFailure }
  /** The camera stopped by itself: unplugged, or its permission taken back. */
  | { type: 'ended' }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'hidden' }
  | { type: 'visible' }
  | { type: 'looked'; code: string | null; now: number }
  | { type: 'typed'; code: string }
  | { type: 'judged'; judgement: Judgement<V>; now: number }
  /** The code fits several guests. */
  | { type: 'asked'; choices: readonly string[] }
  /** The host says who it is; null: none of them. */
  | { type: 'chosen'; choice: string | null }
  | { type: 'due'; stay: boolean }
  /** Somebody went back before the screen was gone. */
  | { type: 'back' };

export type ScanEffect<V> =
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'look' }
  /** `choice` is the guest whom the host has named; null where the code speaks for itself. */
  | { type: 'judge'; code: string; choice: string | null }
  | { type: 'ask' }
  | { type: 'wait'; ms: number }
  | { type: 'announce'; judgement: Judgement<V> }
  | { type: 'leave'; judgement: Judgement<V> };

export interface ScanStep<V> {
  state: ScanState<V>;
  effects: ScanEffect<V>[];
}

export const startScan = <V>(): ScanStep<V> => ({
  state: {
    ...{ camera: 'opening', flow: 'idle', choices: null, result: null, code: null, held: null },
    waiting: [],
  },
  effects: [{ type: 'open' }],
});

export function stepScan<V>(state: ScanState<V>, event: ScanEvent<V>): ScanStep<V> {
  if (state.flow === 'left') return event.type === 'back' ? startScan() : same(state);
  switch (event.type) {
    case 'opened':
      return state.camera === 'opening' ? opened(state) : same(state);
    case 'failed':
      return failed(state, event.reason);
    case 'ended':
      return state.camera === 'open' || state.camera === 'paused' ? reopen(state) : same(state);
    case 'paused':
      return state.camera === 'open' ? same(unlooking({ ...state, camera: 'paused' })) : same(state);
    case 'resumed':
      return state.camera === 'paused' ? opened(state) : same(state);
    case 'hidden':
      if (!isAtWork(state)) return same(state);
      return { state: unlooking({ ...state, camera: 'hidden' }), effects: [{ type: 'close' }] };
    case 'visible':
      // Whoever comes back from the settings may have allowed the camera there, or plugged one in.
      return state.camera === 'open' || state.camera === 'opening' ? same(state) : reopen(state);
    case 'looked':
      return state.flow === 'looking' ? looked(state, event.code, event.now) : same(state);
    case 'typed':
      if (isWelcomed(state, event.code) || isAsked(state, event.code)) return same(state);
      return state.flow === 'judging' ? same(queued(state, event.code)) : judge(state, event.code);
    case 'judged':
      return state.flow === 'judging' ? judged(state, event.judgement, event.now) : same(state);
    case 'asked':
      if (state.flow !== 'judging') return same(state);
      return { state: { ...state, flow: 'asking', choices: event.choices }, effects: [{ type: 'ask' }] };
    case 'chosen':
      return state.flow === 'asking' ? chosen(state, event.choice) : same(state);
    case 'back':
      return same(state);
    default:
      return due(state, event.stay);
  }
}

/** It has closed itself. */
const failed = <V>(state: ScanState<V>, camera: CameraFailure): ScanStep<V> =>
  same(isAtWork(state) ? unlooking({ ...state, camera }) : state);

const isAtWork = <V>({ camera }: ScanState<V>): boolean => ['open', 'opening', 'paused'].includes(camera);

/** A camera that opens while a result is shown waits for its end. */
const opened = <V>(state: ScanState<V>): ScanStep<V> =>
  state.flow === 'idle' ? look({ ...state, camera: 'open' }) : same({ ...state, camera: 'open' });

/** A reader that reads twice, or a trigger pulled twice, does not turn a welcome into a warning. */
const isWelcomed = <V>({ flow, result, code }: ScanState<V>, typed: string): boolean =>
  flow === 'showing' && result?.good === true && code === typed;

const queued = <V>(state: ScanState<V>, typed: string): ScanState<V> =>
  state.code === typed || state.waiting.includes(typed)
    ? state
    : { ...state, waiting: [...state.waiting, typed] };

/** A second reading of the same ticket is no answer to the question. */
const isAsked = <V>({ flow, code }: ScanState<V>, typed: string): boolean =>
  flow === 'asking' && code === typed;

function chosen<V>(state: ScanState<V>, choice: string | null): ScanStep<V> {
  const { code } = state;
  // With the ticket still in front of the camera the question would be there again at once.
  if (choice === null || code === null) return rest({ ...state, choices: null });
  return judge(state, code, choice);
}

function looked<V>(state: ScanState<V>, code: string | null, now: number): ScanStep<V> {
  if (code === null) return retry(state);
  if (state.held?.code === code && now - state.held.seenAt < HOLD_MS) {
    return retry({ ...state, held: { code, seenAt: now } });
  }
  return judge(state, code);
}

function judged<V>(state: ScanState<V>, result: Judgement<V>, now: number): ScanStep<V> {
  const held = result.good && state.code !== null ? { code: state.code, seenAt: now } : state.held;
  const next = result.good ? judgeNext({ ...state, held }) : null;
  if (next !== null) return { ...next, effects: [{ type: 'announce', judgement: result }, ...next.effects] };
  return {
    state: { ...state, flow: 'showing', result, held },
    effects: [
      { type: 'announce', judgement: result },
      { type: 'wait', ms: RESULT_MS },
    ],
  };
}

function due<V>(state: ScanState<V>, stay: boolean): ScanStep<V> {
  const { flow, result } = state;
  const next = flow === 'asking' ? null : judgeNext(state);
  if (next !== null) return next;
  if (flow === 'retrying' || flow === 'resting') return look(state);
  if (flow !== 'showing' || result === null) return same(state);
  if (!result.good) {
    return rest({ ...state, result: null });
  }
  if (stay) return look({ ...state, result: null });
  return {
    state: { ...state, flow: 'left' },
    effects: [{ type: 'leave', judgement: result }, { type: 'close' }],
  };
}

/** Looks again, where there is a camera to look with. */
const look = <V>(state: ScanState<V>): ScanStep<V> =>
  state.camera === 'open'
    ? { state: { ...state, flow: 'looking' }, effects: [{ type: 'look' }] }
    : same({ ...state, flow: 'idle' });

const retry = <V>(state: ScanState<V>): ScanStep<V> => ({
  state: { ...state, flow: 'retrying' },
  effects: [{ type: 'wait', ms: RETRY_MS }],
});

const rest = <V>(state: ScanState<V>): ScanStep<V> => ({
  state: { ...state, flow: 'resting' },
  effects: [{ type: 'wait', ms: RESCAN_MS }],
});

const judge = <V>(state: ScanState<V>, code: string, choice: string | null = null): ScanStep<V> => ({
  state: { ...state, flow: 'judging', code, choices: null, result: null },
  effects: [{ type: 'judge', code, choice }],
});

/** What was typed meanwhile; null where nothing was. */
function judgeNext<V>(state: ScanState<V>): ScanStep<V> | null {
  const [code, ...waiting] = state.waiting;
  return code === undefined ? null : judge({ ...state, waiting }, code);
}

const reopen = <V>(state: ScanState<V>): ScanStep<V> => ({
  state: unlooking({ ...state, camera: 'opening' }),
  effects: [{ type: 'open' }],
});

/** Without its camera a flow that was looking stands still; a result that is shown goes on. */
const unlooking = <V>(state: ScanState<V>): ScanState<V> =>
  state.flow === 'looking' || state.flow === 'retrying' ? { ...state, flow: 'idle' } : state;

const same = <V>(state: ScanState<V>): ScanStep<V> => ({ state, effects: [] });
