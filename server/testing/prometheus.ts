export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)(?: (-?\d+))?$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;
const TYPES = new Set(['counter', 'gauge', 'histogram', 'summary', 'untyped']);

/**
 * Reads Prometheus' text format, version 0.0.4, by its rules: each line a comment or a sample, the lines of one metric
 * together, its type before its samples and once, no sample twice, buckets that grow and end with +Inf. Throws at the first
 * line that breaks one.
 */
export function parsePrometheus(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line must end');
  const types = new Map<string, string>();
  const closed = new Set<string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  let current = '';
  const open = (name: string): void => {
    if (name === current) return;
    if (current !== '') closed.add(current);
    if (closed.has(name)) throw new Error(`${name} is told in two places`);
    current = name;
  };
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const said = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line);
    if (said !== null) {
      const [, what, name = '', rest = ''] = said;
      if (!NAME.test(name)) throw new Error(`no name: ${line}`);
      open(name);
      if (what === 'TYPE') {
        if (!TYPES.has(rest) || types.has(name)) throw new Error(`no type: ${line}`);
        types.set(name, rest);
      }
      continue;
    }
    if (line.startsWith('#')) continue;
    const [, name, inside = '', number = ''] = SAMPLE.exec(line) ?? [];
    if (name === undefined) throw new Error(`no sample: ${line}`);
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    if (!types.has(family)) throw new Error(`no type before ${line}`);
    open(family);
    const sample = { name, labels: labelsOf(inside), value: valueOf(number, line) };
    const key = `${name} ${JSON.stringify(Object.entries(sample.labels).map(String).sort())}`;
    if (seen.has(key)) throw new Error(`twice: ${line}`);
    seen.add(key);
    samples.push(sample);
  }
  for (const [family, type] of types) if (type === 'histogram') assertBuckets(family, samples);
  return samples;
}

function labelsOf(inside: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inside.length) {
    const [, name, value = ''] = LABEL.exec(inside) ?? [];
    if (name === undefined || name in labels) throw new Error(`no labels: ${inside}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
  }
  return labels;
}

function valueOf(number: string, line: string): number {
  // As Go reads numbers: NaN in any case.
  if (/^nan$/i.test(number)) return NaN;
  const value = { '+Inf': Infinity, '-Inf': -Infinity }[number] ?? Number(number);
  if (Number.isNaN(value)) throw new Error(`no number: ${line}`);
  return value;
}

function assertBuckets(family: string, samples: readonly Sample[]): void {
  const counts = samples.filter(({ name }) => name === `${family}_count`);
  const sums = samples.filter(({ name }) => name === `${family}_sum`);
  if (sums.length !== counts.length) throw new Error(`${family}: each needs a sum and a count`);
  for (const { labels, value } of counts) {
    const own = samples.filter(
      ({ name, labels: { le: _le, ...others } }) =>
        name === `${family}_bucket` && JSON.stringify(others) === JSON.stringify(labels),
    );
    const bounds = own.map((one) => valueOf(one.labels['le'] ?? '', family));
    const grows = own.every((one, at) => at === 0 || one.value >= (own[at - 1]?.value ?? 0));
    const rises = bounds.every((bound, at) => at === 0 || bound > (bounds[at - 1] ?? 0));
    if (!grows || !rises || bounds.at(-1) !== Infinity || own.at(-1)?.value !== value)
      throw new Error(`${family}: buckets of ${JSON.stringify(labels)}`);
  }
}
