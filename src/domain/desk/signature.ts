const BEGIN = 'data:image/png;base64,';
/** Characters that hold the first 24 bytes: who it is, and how large. */
const HEAD = 32;
const PNG = '\x89PNG\r\n\x1A\n\0\0\0\rIHDR';
/** Pixels each way. The page's own has 720. */
const MOST = 4096;

/** Whether it is a picture, and none that takes the memory of whoever looks at it: a few bytes can say a billion pixels. */
export function isSignature(url: string): boolean {
  const head = url.slice(BEGIN.length, BEGIN.length + HEAD);
  if (!url.startsWith(BEGIN) || !/^[A-Za-z0-9+/]{32}$/.test(head)) return false;
  const bytes = atob(head);
  const at = (index: number): number =>
    [0, 1, 2, 3].reduce((sum, offset) => sum * 256 + bytes.charCodeAt(index + offset), 0);
  const sides = [at(PNG.length), at(PNG.length + 4)];
  return bytes.startsWith(PNG) && sides.every((side) => side > 0 && side <= MOST);
}
