import { useCallback, useRef, useState } from 'react';
import type { Plan } from '#domain/documents/session.ts';
import { startEditor, type EditorState } from '#domain/plan/editor/model.ts';

export interface Editor {
  state: EditorState;
  /** The newest state: several pointer events may come before React draws one. */
  read: () => EditorState;
  apply: (change: (state: EditorState) => EditorState) => void;
}

export function useEditorState(initial: Plan): Editor {
  const [state, setState] = useState(() => startEditor(initial));
  const latest = useRef(state);
  const read = useCallback(() => latest.current, []);
  const apply = useCallback((change: (state: EditorState) => EditorState) => {
    latest.current = change(latest.current);
    setState(latest.current);
  }, []);
  return { state, read, apply };
}
