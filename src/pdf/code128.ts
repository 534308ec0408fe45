import JsBarcode from 'jsbarcode';

/** Dark bars in modules, from the left; `size` is the number of modules from the first bar to the last. */
export interface LineCode {
  size: number;
  bars: readonly { x: number; width: number }[];
}

/** Code 128, with two digits in a sign where that is shorter. Only of what `canSay` allows: anything else throws. */
export function code128(text: string): LineCode {
  // Given a plain object, the library draws nothing and leaves the modules there.
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, text, { format: 'CODE128' });
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('');
  return {
    size: modules.length,
    bars: [...modules.matchAll(/1+/g)].map(({ index, 0: { length } }) => ({ x: index, width: length })),
  };
}

/** Modules of white that readers need on either side. */
export const LINES_QUIET_ZONE = 10;
