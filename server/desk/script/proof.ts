/** What the server asks to be worked out: altcha's first version. */
interface Challenge {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

/** Numbers that are tried at a time; between them the page can be used. */
const AT_ONCE = 500;

/**
 * The number that the server thought of, as it wants to be told; null where this browser has no hashes (a page without
 * TLS): then one waits, as one does without a script.
 */
export async function workOut(text: string): Promise<string | null> {
  // Missing where the page did not come by TLS, whatever the types say.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const { algorithm, challenge, maxnumber, salt, signature } = JSON.parse(text) as Challenge;
  const encoder = new TextEncoder();
  const isIt = async (number: number): Promise<boolean> =>
    hex(await subtle.digest(algorithm, encoder.encode(`${salt}${number}`))) === challenge;
  for (let start = 0; start <= maxnumber; start += AT_ONCE) {
    const right = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => isIt(start + index)));
    const found = right.indexOf(true);
    if (found !== -1)
      return btoa(JSON.stringify({ algorithm, challenge, number: start + found, salt, signature }));
  }
  return null;
}

const hex = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
