/** A name for a box that no other device gives. */
export const newBoxId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36).padStart(2, '0')).join(
    '',
  );
