/*
 * What a host hears and feels without looking: one bright rise for good, two low beats for a warning, one long low
 * tone for bad. Made on the spot, so that there is nothing to load.
 */
export type Signal = 'good' | 'warning' | 'bad';

/** Frequency in Hz, start and length in s. */
const TONES: Record<Signal, readonly (readonly [hz: number, start: number, length: number])[]> = {
  good: [
    [880, 0, 0.09],
    [1320, 0.09, 0.14],
  ],
  warning: [
    [440, 0, 0.12],
    [440, 0.18, 0.12],
  ],
  bad: [[196, 0, 0.4]],
};
const PULSES: Record<Signal, number | number[]> = { good: 40, warning: [90, 60, 90], bad: [250] };

let audio: AudioContext | null = null;

/** A browser plays nothing before the page was touched once; then this is silent, and the rest goes on. */
function play(signal: Signal): void {
  if (typeof AudioContext !== 'function') return;
  audio ??= new AudioContext();
  const context = audio;
  void context.resume().catch(() => undefined);
  for (const [hz, start, length] of TONES[signal]) {
    const tone = new OscillatorNode(context, { frequency: hz, type: signal === 'good' ? 'sine' : 'square' });
    const volume = new GainNode(context, { gain: 0 });
    const from = context.currentTime + start;
    // Eased in and out: a tone cut off clicks.
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(signal === 'good' ? 0.35 : 0.2, from + 0.01);
    volume.gain.linearRampToValueAtTime(0, from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}

export function giveSignal(signal: Signal, { sound }: { sound: boolean }): void {
  if ('vibrate' in navigator) navigator.vibrate(PULSES[signal]);
  if (sound) play(signal);
}
