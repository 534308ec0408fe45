const FIRST = 1024;

/** The first bytes of a file, which say what it is; null where it cannot be read, as when it was moved or is only in a cloud. */
export async function startOf(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, FIRST).arrayBuffer());
  } catch {
    return null;
  }
}
