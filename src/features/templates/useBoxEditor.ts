import { useRef, useState } from 'react';
import { openEditor, type BoxEditor, type EditedBox } from '#domain/templates/editor/model.ts';

export interface Boxes {
  state: BoxEditor;
  /** As it is at this moment: gestures come faster than React draws. */
  read(): BoxEditor;
  apply(step: (state: BoxEditor) => BoxEditor): void;
}

/** The boxes while they are edited. */
export function useBoxEditor(boxes: readonly EditedBox[], pageCount: number): Boxes {
  const [state, setState] = useState(() => openEditor(boxes, pageCount));
  const latest = useRef(state);
  return {
    state,
    read: () => latest.current,
    apply(step) {
      const next = step(latest.current);
      if (next === latest.current) return;
      latest.current = next;
      setState(next);
    },
  };
}
