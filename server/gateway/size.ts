/** Values of one body; base64 counts as one. Reading millions of empty lists would keep everybody waiting. */
const MAX_VALUES = 2_000_000;
/** Names within one object: 900,000 of them, 11 MB, kept everybody waiting for eleven seconds. */
const MAX_NAMES = 60_000;
/** Nothing in a smaller body takes long. */
const SMALL = 256 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether JSON would take too long to read, told from its marks. What is no JSON tells nothing, and is refused later. */
export function holdsTooMuch(body: Buffer): boolean {
  if (body.length < SMALL) return false;
  let values = 0;
  /** Of each object that is open its names so far; of each list what none reaches. */
  const open: number[] = [];
  for (let at = 0; at < body.length; at++) {
    const mark = body[at];
    if (mark === QUOTE) {
      at = endOfText(body, at);
    } else if (mark === COMMA) {
      values++;
    } else if (mark === COLON) {
      const names = (open.pop() ?? 0) + 1;
      if (names > MAX_NAMES) return true;
      open.push(names);
    } else if (mark === OBJECT || mark === LIST) {
      values++;
      open.push(mark === OBJECT ? 0 : -Infinity);
    } else if (mark === OBJECT_END || mark === LIST_END) {
      open.pop();
    }
    if (values > MAX_VALUES) return true;
  }
  return false;
}

/** Where the quote is that ends the text which begins at `start`. */
function endOfText(body: Buffer, start: number): number {
  for (let end = body.indexOf(QUOTE, start + 1); end > 0; end = body.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (body[before] === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return body.length;
}
