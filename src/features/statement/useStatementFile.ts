import { useEffect, useRef, useState } from 'react';
import type { StatementRead } from './reading/entriesIn.ts';
import { readStatement } from './reading/readStatement.ts';

/** The chosen statement and what was read of it. Another choice, or leaving, ends what is under way. */
export function useStatementFile() {
  const [chosen, setChosen] = useState<{ file: string; read: StatementRead | null } | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  async function choose(file: File): Promise<void> {
    underWay.current?.abort();
    const mine = new AbortController();
    underWay.current = mine;
    setChosen({ file: file.name, read: null });
    const read = await readStatement(file, mine.signal).catch(() => null);
    if (!mine.signal.aborted) setChosen(read === null ? null : { file: file.name, read });
  }
  return {
    file: chosen?.file ?? '',
    read: chosen?.read ?? null,
    reading: chosen !== null && chosen.read === null,
    choose: (file: File) => void choose(file),
    leave() {
      underWay.current?.abort();
      setChosen(null);
    },
  };
}
