import { useEffect, useRef, useState } from 'react';

const PREFIX = 'foyer.draft.';
const SAVE_AFTER_MS = 250;

interface Stored<T> {
  /** What the draft was begun from; a draft of older content is not offered any more. */
  basis: string;
  value: T;
}

function read(key: string, basis: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text === null) return null;
    const stored = JSON.parse(text) as Stored<unknown>;
    return stored.basis === basis ? stored.value : null;
  } catch {
    return null;
  }
}

function write<T>(key: string, stored: Stored<T>): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(stored));
  } catch {
    // A full or forbidden storage costs the draft, not the form.
  }
}

export interface Draft<T> {
  value: T;
  change: (next: T | ((before: T) => T)) => void;
  /** True when what is shown came from an earlier visit. */
  restored: boolean;
  /** Back to the initial value; also to be called after saving. */
  discard: () => void;
}

/**
 * What is typed into a form, kept across reloads on this device until it is saved or discarded (experience,
 * "Forgiving input"). `basis` names the content that the form began with, such as a revision.
 */
export function useDraft<T>(key: string, basis: string, initial: T): Draft<T> {
  const [start] = useState(() => ({ initial, kept: read(key, basis) as T | null }));
  const [value, setValue] = useState<T>(start.kept ?? start.initial);
  const [restored, setRestored] = useState(start.kept !== null);
  const touched = useRef(false);
  const latest = useRef(value);

  useEffect(() => {
    latest.current = value;
    if (!touched.current) return undefined;
    const timer = setTimeout(() => write(key, { basis, value }), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key, basis, value]);

  useEffect(() => {
    const flush = () => {
      if (touched.current) write(key, { basis, value: latest.current });
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [key, basis]);

  return {
    value,
    restored,
    change(next) {
      touched.current = true;
      setValue(next);
    },
    discard() {
      touched.current = false;
      localStorage.removeItem(PREFIX + key);
      setRestored(false);
      setValue(start.initial);
    },
  };
}
