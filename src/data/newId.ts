import { idFromBytes } from '#domain/ids.ts';

/** An id by chance, that no other device gives. */
export const newId = (): string => idFromBytes(crypto.getRandomValues(new Uint8Array(16)));
