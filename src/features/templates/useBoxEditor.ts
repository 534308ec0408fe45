import { useState } from 'react';
import { openEditor, type BoxEditor, type EditedBox } from '#domain/templates/editor/model.ts';

export interface Boxes {
  /** While something is moved: as it was when that began. */
  state: BoxEditor;
  /** As it is at this moment: gestures come faster than React draws. */
  read(this: void): BoxEditor;
  /** Hears of each step of a gesture; React draws only its beginning and end. */
  follow(this: void, listener: () => void): () => void;
  apply(step: (state: BoxEditor) => BoxEditor): void;
}

/** The boxes while they are edited. */
export function useBoxEditor(boxes: readonly EditedBox[], pageCount: number): Boxes {
  const [state, setState] = useState(() => openEditor(boxes, pageCount));
  const [own] = useState(() => ({ latest: state, listeners: new Set<() => void>() }));
  const [{ read, follow }] = useState(() => ({
    read: () => own.latest,
    follow: (listener: () => void) => {
      own.listeners.add(listener);
      return () => void own.listeners.delete(listener);
    },
  }));
  return {
    ...{ state, read, follow },
    apply(step) {
      const before = own.latest;
      const next = step(before);
      if (next === before) return;
      // Held apart from what is drawn, so that a step of a gesture draws nothing but its listeners.
      // oxlint-disable-next-line react/immutability -- see above
      own.latest = next;
      if (isUnderWay(before, next)) for (const listener of own.listeners) listener();
      else setState(next);
    },
  };
}

/** Nothing has changed but where the box in hand is. */
const isUnderWay = (before: BoxEditor, next: BoxEditor): boolean =>
  before.gesture !== null && next.gesture !== null && before.selected === next.selected;
