/** Resolves after `ms`: for the pauses that the specification asks for before a call. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
