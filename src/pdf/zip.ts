import { zipSync } from 'fflate';

export interface ZipEntry {
  name: string;
  data: Uint8Array<ArrayBuffer>;
}

/**
 * An archive of files that are packed already, such as JPEG pictures: they are stored as they are. Of several files of
 * one name each is kept: the second becomes `name (2).jpg`.
 */
export function zipOf(entries: readonly ZipEntry[], now: Date): Uint8Array<ArrayBuffer> {
  const files = new Map<string, Uint8Array>();
  for (const { name, data } of entries) {
    let free = name;
    for (let n = 2; files.has(free); n++) free = name.replace(/(\.[^.]*)?$/, ` (${n})$1`);
    files.set(free, data);
  }
  return zipSync(Object.fromEntries(files), { level: 0, mtime: now });
}
