import { useRef, useState } from 'react';
import { ok } from '#domain/result.ts';
import type { OpenedTable } from './reading/answer.ts';
import type { ReadError } from './reading/limits.ts';
import { bytesOf, readBytes } from './reading/readFile.ts';
import type { ReadChoice } from './reading/readTable.ts';

export type ImportFile = OpenedTable & { name: string };

/** The chosen file as it was read, and the ways to read it again: another separator, another sheet, without headings. */
export function useImportFile(onRead: (file: ImportFile) => void) {
  const [file, setFile] = useState<{ chosen: File; choice: ReadChoice } | null>(null);
  const [reading, setReading] = useState(false);
  const [error, setError] = useState<ReadError | null>(null);
  const latest = useRef(0);
  /** Another way to read a file is another way to read what was in it when it was chosen. */
  const held = useRef<{ chosen: File; bytes: ArrayBuffer } | null>(null);

  async function read(chosen: File, choice: ReadChoice): Promise<void> {
    const mine = ++latest.current;
    setFile((before) => (before?.chosen === chosen ? before : { chosen, choice }));
    setReading(true);
    setError(null);
    const bytes = held.current?.chosen === chosen ? ok(held.current.bytes) : await bytesOf(chosen);
    const result = bytes.ok ? await readBytes(bytes.value, choice) : bytes;
    // Another file, or another separator, was chosen meanwhile.
    if (mine !== latest.current) return;
    setReading(false);
    held.current = bytes.ok ? { chosen, bytes: bytes.value } : null;
    if (!result.ok) return setError(result.error);
    // How it could not be read is no choice to go on from: it is still shown as before.
    setFile({ chosen, choice });
    onRead({ name: chosen.name, ...result.value });
  }
  return {
    reading,
    error,
    /** What is still being read is not wanted any more. */
    forget() {
      latest.current += 1;
      held.current = null;
      setReading(false);
    },
    choose: (chosen: File) => void read(chosen, {}),
    readAgain: (choice: ReadChoice) => {
      if (file !== null) void read(file.chosen, choice);
    },
    withHeader: (hasHeader: boolean) => {
      if (file !== null) void read(file.chosen, { ...file.choice, hasHeader });
    },
  };
}
