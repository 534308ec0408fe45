import {
  startScan,
  stepScan,
  type CameraFailure,
  type CameraHears,
  type Judgement,
  type ScanEffect,
  type ScanEvent,
  type ScanState,
} from './machine.ts';

/** What the flow needs of its surroundings; handed in, so that tests run it without a camera and a clock. */
export interface ScanPorts<V> {
  now(): number;
  timers: { set(callback: () => void, ms: number): unknown; clear(handle: unknown): void };
  camera: {
    /** Resolves with null once pictures come in; `hears` is told of what they do by themselves. */
    open(hears: CameraHears): Promise<CameraFailure | null>;
    close(): void;
    /** The code in the next picture, or null. */
    look(): Promise<string | null>;
  };
  /** `choice` is the guest whom the host has named, among those that an earlier judgement gave to choose from. */
  judge(code: string, choice: string | null): Promise<Judgement<V> | Question>;
  ask(): void;
  announce(judgement: Judgement<V>): void;
  leave(judgement: Judgement<V>): void;
  /** True when the scanner goes on after a success instead of leaving. */
  stay(): boolean;
  report(error: unknown): void;
}

/** A code that fits several guests: the host says who it is. */
export interface Question {
  choices: readonly string[];
}

export interface ScanFlow<V> {
  get(): ScanState<V>;
  subscribe(listener: () => void): () => void;
  typed(code: string): void;
  /** The host's answer to a question; null: none of them. */
  choose(choice: string | null): void;
  visible(value: boolean): void;
  /** The way to the guest was broken off: on with the next ticket. */
  back(): void;
  stop(): void;
}

/** Runs the machine: does its effects and hands their outcomes back to it. */
export function runScan<V>(ports: ScanPorts<V>): ScanFlow<V> {
  const { camera, timers } = ports;
  const listeners = new Set<() => void>();
  const first = startScan<V>();
  let { state } = first;
  let timer: unknown = null;
  let looks = 0;
  let openings = 0;
  let stopped = false;

  function send(event: ScanEvent<V>): void {
    if (stopped) return;
    const { state: next, effects } = stepScan(state, event);
    // A pause belongs to its step of the flow and dies with it.
    if (next.flow !== state.flow) clear();
    const changed = next !== state;
    state = next;
    if (changed) for (const listener of listeners) listener();
    for (const effect of effects) perform(effect);
  }
  function clear(): void {
    if (timer !== null) timers.clear(timer);
    timer = null;
  }

  function perform(effect: ScanEffect<V>): void {
    switch (effect.type) {
      case 'open':
        return void open();
      case 'close':
        openings += 1;
        return camera.close();
      case 'look':
        return void look();
      case 'judge':
        return void ports
          .judge(effect.code, effect.choice)
          .then((answer) =>
            send(
              'choices' in answer
                ? { type: 'asked', choices: answer.choices }
                : { type: 'judged', judgement: answer, now: ports.now() },
            ),
          );
      case 'ask':
        return ports.ask();
      case 'wait':
        timer = timers.set(() => {
          timer = null;
          send({ type: 'due', stay: ports.stay() });
        }, effect.ms);
        return;
      case 'announce':
        return ports.announce(effect.judgement);
      case 'leave':
        return ports.leave(effect.judgement);
    }
  }

  /** An opening that was overtaken by a closing says nothing any more. */
  async function open(): Promise<void> {
    const turn = ++openings;
    const current = () => turn === openings && !stopped;
    const failure = await camera.open({
      ended: () => current() && send({ type: 'ended' }),
      failed: (reason) => current() && send({ type: 'failed', reason }),
      paused: (is) => current() && send({ type: is ? 'paused' : 'resumed' }),
    });
    if (!current()) return;
    send(failure === null ? { type: 'opened' } : { type: 'failed', reason: failure });
  }

  async function look(): Promise<void> {
    const turn = ++looks;
    const code = await camera.look().catch((error: unknown) => {
      // Who leaves takes the reader away while it may be at a picture.
      if (!stopped) ports.report(error);
      return null;
    });
    if (turn === looks) send({ type: 'looked', code, now: ports.now() });
  }

  for (const effect of first.effects) perform(effect);
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    typed: (code) => send({ type: 'typed', code }),
    choose: (choice) => send({ type: 'chosen', choice }),
    visible: (value) => send({ type: value ? 'visible' : 'hidden' }),
    back: () => send({ type: 'back' }),
    stop() {
      stopped = true;
      clear();
      camera.close();
      listeners.clear();
    },
  };
}
