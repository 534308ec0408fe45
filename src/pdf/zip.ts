import { zipSync } from 'fflate';

export interface ZipEntry {
  name: string;
  data: Uint8Array<ArrayBuffer>;
}

/** What an archive can be dated with; a device's clock may say anything. */
const FIRST = Date.UTC(1981, 0, 1);
const LAST = Date.UTC(2099, 0, 1);
export const archiveDate = (now: number): number => Math.min(Math.max(now, FIRST), LAST);

/**
 * An archive of files that are packed already, such as JPEG pictures: they are stored as they are. Of several files of
 * one name each is kept: the second becomes `name (2).jpg`. Names that differ by capitals alone are one to many computers.
 */
export function zipOf(entries: readonly ZipEntry[], now: Date): Uint8Array<ArrayBuffer> {
  const files = new Map<string, Uint8Array>();
  const taken = new Set<string>();
  for (const { name, data } of entries) {
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = name.replace(/(\.[^.]*)?$/, ` (${n})$1`);
    taken.add(free.toLowerCase());
    files.set(free, data);
  }
  return zipSync(Object.fromEntries(files), { level: 0, mtime: archiveDate(now.getTime()) });
}
