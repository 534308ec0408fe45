/**
 * Text patterns (specification 1 §5; contents chosen in the readings, no. 32). They are strings so that the same text
 * serves an input's `pattern` attribute (browsers compile it with the `v` flag, anchored) and the schemas.
 * Nobody's real name may be refused: letters of any script, marks, digits where streets and companies have them. Half of a pair
 * of surrogates (Cs) is no text: the gateway takes no document with one.
 */
const PATTERNS = {
  /** Also what Persian joins with, Hebrew and Japanese write between letters, and couples: 'Anna & Paul'. */
  name: String.raw`[\p{L}\p{M}\p{N}\p{Zs}\p{Pd}\u200C-\u200F.,&'’ʼ‘` + '`' + String.raw`´·・･׳״\-\/\(\)]*`,
  freename: String.raw`[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}<>]*`,
  text: String.raw`[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\p{Cs}]*`,
  longText: String.raw`[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\p{Cs}]*`,
  /** A message with its pictures. */
  richText: String.raw`[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\p{Cs}]*`,
  username: String.raw`[A-Za-z]{1,64}`,
  password: String.raw`(?=.*\p{Lu})(?=.*\p{Nd}).{6,200}`,
  /** As browsers do for type="email" (the HTML standard's definition). */
  email: String.raw`[a-zA-Z0-9.!#$%&'*+\/=?^_\x60\{\|\}~\-]+@[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?)*`,
  /** International form: +, country code, then digits with common separators. */
  phone: String.raw`\+[1-9](?:[ .\-\(\)\/]*[0-9]){6,14}`,
} as const;

export type PatternName = keyof typeof PATTERNS;

export const LIMITS: Record<PatternName, number> = {
  name: 200,
  freename: 300,
  text: 2000,
  longText: 50_000,
  richText: 600_000,
  username: 64,
  password: 200,
  email: 254,
  phone: 30,
};

/** For `<input pattern>`: anchored by the browser. */
export const inputPattern = (name: PatternName): string => PATTERNS[name];

const compiled = Object.fromEntries(
  Object.entries(PATTERNS).map(([name, source]) => [name, new RegExp(`^(?:${source})$`, 'su')]),
) as Record<PatternName, RegExp>;

/** True when `value` has the pattern's form and length. An empty value matches the patterns that allow it. */
export function matchesPattern(name: PatternName, value: string): boolean {
  return value.length <= LIMITS[name] && compiled[name].test(value);
}
