import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200f\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A part of a line that runs one way, its brackets turned already. */
export interface DirectedRun {
  text: string;
  isRtl: boolean;
}

/** The runs of a line from left to right as they are seen (Unicode's bidirectional algorithm). */
export function directedRuns(line: string): DirectedRun[] {
  if (!RIGHT_TO_LEFT.test(line)) return line === '' ? [] : [{ text: line, isRtl: false }];
  const embedding = bidi.getEmbeddingLevels(line);
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels);
  const runs: { text: string; level: number }[] = [];
  for (let at = 0; at < line.length; at++) {
    const level = embedding.levels[at] ?? 0;
    const last = runs.at(-1);
    const character = mirrored.get(at) ?? line.charAt(at);
    if (last?.level === level) last.text += character;
    else runs.push({ text: character, level });
  }
  // From the highest level down, each sequence of runs at or above it is turned.
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < runs.length; start++) {
      let end = start;
      while ((runs[end]?.level ?? -1) >= level) end++;
      if (end > start) {
        runs.splice(start, end - start, ...runs.slice(start, end).reverse());
        start = end;
      }
    }
  }
  return runs.map(({ text, level }) => ({ text, isRtl: level % 2 === 1 }));
}
