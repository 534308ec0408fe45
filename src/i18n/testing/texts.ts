/** Spaces of the breaking kind, or none, before French `: ; ! ? %` and inside `« »`; straight quotation marks. */
export const WRONG_IN_FRENCH = / [:;!?»%]|« | »|[^\s\u00a0\u202f][;!?»](?=\s|$)|['"]/;

/** Units are written kB and MB in no language: the app says ko and Mo. */
export const ENGLISH_UNITS = /\b[kMG]B\b/;

/** Every text of a catalogue with its path; a list is one text, and so is all that a function writes. */
export function texts(words: object, path = ''): [key: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[`${path}${key}`, value]];
    if (Array.isArray(value)) return [[`${path}${key}`, value.join('\n')]];
    if (typeof value === 'function') return [[`${path}${key}()`, writtenBy(String(value))]];
    return typeof value === 'object' && value !== null ? texts(value, `${path}${key}.`) : [];
  });
}

/** The templates in a function's source; what is put in is told by three dots. */
const writtenBy = (source: string): string =>
  [...source.matchAll(/`((?:[^`\\]|\\.)*)`/g)]
    .map(([, text = '']) => text.replaceAll('${NBSP}', '\u00a0').replaceAll(/\$\{[^}]*\}/g, '…'))
    .join('\n')
    .replaceAll('\\n', '\n')
    .replaceAll(/\\u(00a0|202f)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
