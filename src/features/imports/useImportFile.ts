import { useRef, useState } from 'react';
import type { ReadError } from './reading/limits.ts';
import { readFile } from './reading/readFile.ts';
import type { ReadChoice, ReadTable } from './reading/readTable.ts';

export interface ImportFile {
  name: string;
  table: ReadTable;
}

/** The chosen file as it was read, and the ways to read it again: another separator, another sheet. */
export function useImportFile(onRead: (file: ImportFile) => void) {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [error, setError] = useState<ReadError | null>(null);
  const latest = useRef(0);

  async function read(chosen: File, choice: ReadChoice): Promise<void> {
    const mine = ++latest.current;
    setFile(chosen);
    setReading(true);
    setError(null);
    const result = await readFile(chosen, choice);
    // Another file, or another separator, was chosen meanwhile.
    if (mine !== latest.current) return;
    setReading(false);
    if (result.ok) onRead({ name: chosen.name, table: result.value });
    else setError(result.error);
  }
  return {
    reading,
    error,
    choose: (chosen: File) => void read(chosen, {}),
    readAgain: (choice: ReadChoice) => {
      if (file !== null) void read(file, choice);
    },
  };
}
