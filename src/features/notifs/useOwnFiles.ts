import { useEffect, useState } from 'react';
import { MOST_ATTACHED } from '#domain/notifications/ownFiles.ts';
import type { Files } from '#hooks/data/files.ts';

export interface OwnFiles {
  /** Bytes, by id, of those that are known; 0 where the file is neither here nor to be had. */
  sizes: ReadonlyMap<string, number>;
  noteSize(this: void, id: string, size: number): void;
  /** One of them is not there any more, or all of them are too much: nobody would get the mail. */
  lacks: boolean;
}

/** How large the organiser's own files of a message are, as far as this device can tell. */
export function useOwnFiles(ids: readonly string[], { list, missing, content }: Files): OwnFiles {
  const [sizes, setSizes] = useState<ReadonlyMap<string, number>>(new Map());
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const known = new Set(list.map(({ _id }) => _id));
  const unsized = ids.find((id) => known.has(id) && !sizes.has(id));
  const noteSize = (id: string, size: number): void => setSizes((before) => new Map(before).set(id, size));
  useEffect(() => {
    if (unsized === undefined) return undefined;
    let isOver = false;
    // Without the file here and without network it counts nothing: the server looks, too.
    void content(unsized).then((found) => {
      if (isOver) return;
      noteSize(unsized, found.ok ? found.value.size : 0);
      if (!found.ok && found.error.code === 'not_found') setGone((before) => new Set(before).add(unsized));
    });
    return () => {
      isOver = true;
    };
    // `content` is made anew each time, and is the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [unsized]);
  const sum = ids.reduce((total, id) => total + (sizes.get(id) ?? 0), 0);
  const isGone = (id: string): boolean => gone.has(id) || (missing === 'nothing' && !known.has(id));
  return { sizes, noteSize, lacks: ids.some(isGone) || sum > MOST_ATTACHED };
}
