/** The one place that writes to the console: what a person reporting a problem can copy. */
export function logError(what: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- see above
  console.error(`[foyer] ${what}`, cause);
}
