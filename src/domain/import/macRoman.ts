/*
 * Files that Excel of a Mac saves as plain CSV are in Mac OS Roman, which nothing in them says. Read as Windows-1252 its
 * letters stand where none can: 'RenŽ', 'MŸller', 'ƒlodie'. Only such places tell, each by what it is in
 * both readings; of a file without them, or with signs of either, nothing is assumed.
 */

/** One place that does not fit, to so many that only fit there, may be a slip. */
const SLIPS = 8;

const isUpper = (text: string): boolean => /^\p{Lu}$/u.test(text);
const isLetter = (text: string): boolean => /^[\p{Lu}\p{Ll}]$/u.test(text);
/** What people do write between letters, or after one: apostrophes of every kind, dashes, dots, marks of the trade. */
const USUAL = /^[’‘“”–—…·°ºª²³¹½™®©€´`¨ »«]$/;
/** Never beside a letter, whatever stands on the other side. */
const NEVER = /^[\u0080-\u009fƒˆ˜‰‡√∆∞∂∑∏π∫Ω≈≠≤≥◊ı¸˛ˇ˝˚˘¯]$/;

/** Whether a character can stand between these two, in what people write. */
function fits(before: string, here: string, after: string): boolean {
  const [joined, goesOn] = [isLetter(before), isLetter(after)];
  if (NEVER.test(here)) return !joined && !goesOn;
  // A capital within a word, unless all of it is in capitals; a small letter right before a capital.
  if (isLetter(here)) {
    if (isUpper(here)) return !joined || (isUpper(before) && (!goesOn || isUpper(after)));
    return !(goesOn && isUpper(after));
  }
  return USUAL.test(here) || !(joined && goesOn);
}

/** The same bytes in both readings: whether the second one is what was meant. */
export function isMacRoman(windows: string, mac: string): boolean {
  let [forMac, against] = [0, 0];
  for (let at = 0; at < windows.length; at++) {
    if (windows.charCodeAt(at) < 0x80) continue;
    const isWindows = fits(windows.charAt(at - 1), windows.charAt(at), windows.charAt(at + 1));
    const isMac = fits(mac.charAt(at - 1), mac.charAt(at), mac.charAt(at + 1));
    // Where neither fits it is a third one, which the guess of before is as good for.
    if (!isMac) against += 1;
    else if (!isWindows && isLetter(mac.charAt(at))) forMac += 1;
  }
  return forMac > 0 && against * SLIPS <= forMac;
}
