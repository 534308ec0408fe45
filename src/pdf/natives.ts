const { parse, stringify } = JSON;
const { push } = Array.prototype;

/**
 * Loads a module that replaces what the browser has. pdf.js's build for older browsers puts own ones in the place of these where
 * they are not of the newest kind, for everything on the page and for good: its JSON goes letter by letter, eight times slower, and
 * forty times where a file is in it; each list grows by its `push`.
 */
export async function keepingNatives<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } finally {
    Object.assign(JSON, { parse, stringify });
    // oxlint-disable-next-line no-extend-native -- put back where it was taken
    Array.prototype.push = push;
  }
}
