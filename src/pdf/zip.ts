/*
 * A ZIP archive of files that are packed already, such as JPEG pictures: they are stored as they are. Fewer than
 * 65,536 files and 4 GB, so that the old format does.
 */

export interface ZipEntry {
  name: string;
  data: Uint8Array<ArrayBuffer>;
}

/** Names are UTF-8. */
const UTF8_NAMES = 0x0800;
const VERSION = 20;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/** The parts of the archive in order, for a Blob: the pictures are not copied. Local time, as ZIP has it. */
export function zipParts(entries: readonly ZipEntry[], now: Date): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const bytes = new TextEncoder().encode(name);
    const shared = [...u16(VERSION, UTF8_NAMES, 0, dosTime(now), dosDate(now)), ...u32(crc32(data))];
    const sizes = [...u32(data.length, data.length), ...u16(bytes.length, 0)];
    parts.push(Uint8Array.from([...u32(0x04034b50), ...shared, ...sizes, ...bytes]), data);
    directory.push(
      Uint8Array.from([
        ...u32(0x02014b50),
        ...u16(VERSION),
        ...shared,
        ...sizes,
        // no comment, first disk, no attributes
        ...u16(0, 0, 0),
        ...u32(0, offset),
        ...bytes,
      ]),
    );
    offset += 30 + bytes.length + data.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = entries.length;
  const end = [...u32(0x06054b50), ...u16(0, 0, count, count), ...u32(size, offset), ...u16(0)];
  return [...parts, ...directory, Uint8Array.from(end)];
}

const u16 = (...values: number[]): number[] =>
  values.flatMap((value) => [value & 0xff, (value >>> 8) & 0xff]);
const u32 = (...values: number[]): number[] =>
  values.flatMap((value) => [...u16(value & 0xffff), ...u16(value >>> 16)]);

const dosTime = (date: Date): number =>
  (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
const dosDate = (date: Date): number =>
  ((Math.max(1980, date.getFullYear()) - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
