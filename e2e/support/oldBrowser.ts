import type { BrowserContext } from '@playwright/test';

/**
 * What JavaScript and the web got after the oldest browsers that the app is for (README): a page that asks for one of these
 * fails in the tests as it would there. Not what is asked for before it is used, such as `requestIdleCallback`.
 */
const YOUNGER = `
  for (const [owner, names] of [
    ['AbortSignal', ['any']],
    ['URL', ['canParse', 'parse']],
    ['Promise', ['withResolvers', 'try']],
    ['Object', ['groupBy']],
    ['Map', ['groupBy']],
    ['Array', ['fromAsync']],
    ['Uint8Array', ['fromBase64', 'fromHex']],
    ['Math', ['sumPrecise', 'f16round']],
    ['RegExp', ['escape']],
    ['Error', ['isError']],
    ['ReadableStream', ['from']],
    ['Uint8Array.prototype', ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
    ['Map.prototype', ['getOrInsert', 'getOrInsertComputed']],
    ['WeakMap.prototype', ['getOrInsert', 'getOrInsertComputed']],
    ['Set.prototype', ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    ['ArrayBuffer.prototype', ['transfer', 'transferToFixedLength']],
    ['ReadableStream.prototype', ['values']],
    ['Response.prototype', ['bytes']],
    ['Request.prototype', ['bytes']],
    ['Blob.prototype', ['bytes']],
    ['Element.prototype', ['setHTML']],
  ]) {
    const found = owner.split('.').reduce((from, name) => from?.[name], globalThis);
    for (const name of found === undefined ? [] : names) Reflect.deleteProperty(found, name);
  }
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
  if (typeof Iterator === 'function') {
    const helpers = Object.getOwnPropertyNames(Iterator.prototype).filter((name) => name !== 'constructor');
    for (const name of helpers) Reflect.deleteProperty(Iterator.prototype, name);
    Reflect.deleteProperty(globalThis, 'Iterator');
  }
`;

/** Its pages know nothing of them. */
export const withoutYounger = (context: BrowserContext): Promise<unknown> => context.addInitScript(YOUNGER);

/** Its workers neither; all they load is looked at, which takes time. Not where a service worker answers. */
export const workersWithoutYounger = (context: BrowserContext): Promise<unknown> =>
  context.route(/\/assets\/[\w.]*[wW]orker[\w.-]*\.m?js$/, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: `${YOUNGER}\n${await reply.text()}` });
  });
