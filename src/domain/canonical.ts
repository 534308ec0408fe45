import SparkMD5 from 'spark-md5';

/** JSON with keys in a fixed order and without undefined: equal values give equal text, on every device. */
export function canonical(value: unknown): string {
  return JSON.stringify(ordered(value)) ?? 'null';
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  const source = value as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(source).sort()) {
    if (source[key] !== undefined) result[key] = ordered(source[key]);
  }
  return result;
}

/** 32 hexadecimal digits of a text (UTF-8); tells versions apart, and is never used for secrets. */
export const digest = (text: string): string => SparkMD5.hash(text);
