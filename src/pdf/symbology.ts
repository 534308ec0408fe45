/** How a client's number is written as a code: for cameras, or for venues whose readers know only lines. */
export const SYMBOLOGIES = ['qr', 'code128'] as const;
export type Symbology = (typeof SYMBOLOGIES)[number];

/**
 * Whether the code can say this number. Lines know the letters of ASCII only, and more than 20 of them would be too
 * thin in a badge's width for a reader at arm's length.
 */
export const canSay = (symbology: Symbology, number: string): boolean =>
  symbology === 'qr' || /^[\x20-\x7e]{1,20}$/.test(number);
