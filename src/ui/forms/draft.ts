import { useEffect, useRef, useState } from 'react';
import { readDraft, removeDraft, writeDraft } from './storedDrafts.ts';

const SAVE_AFTER_MS = 250;

/** What was typed over `begun`, laid over what is there `now`. */
type Carry<T> = (begun: T, typed: T, now: T) => T;

/** Begun from other content than is there now. */
export interface OutdatedDraft<T> {
  /** That content; what is there now where a version of the app before left none. */
  begun: T;
  value: T;
}

interface Kept<T> {
  value: T | null;
  outdated: OutdatedDraft<T> | null;
}

/** With the fields that a version of the app before did not have. */
const whole = <T>(stored: T, now: T): T =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...now, ...stored } : stored;

function read<T>(key: string, basis: string, now: T, carry: Carry<T> | undefined): Kept<T> {
  const none = { value: null, outdated: null };
  try {
    const stored = readDraft<T>(key);
    if (stored === null) return none;
    const value = whole(stored.value, now);
    if (stored.basis === basis) return { ...none, value };
    const begun = stored.initial === undefined ? now : whole(stored.initial, now);
    return carry === undefined || stored.initial === undefined
      ? { ...none, outdated: { begun, value } }
      : { ...none, value: carry(begun, value, now) };
  } catch {
    return none;
  }
}

export interface Draft<T> {
  value: T;
  change: (next: T | ((before: T) => T)) => void;
  /** True when what is shown came from an earlier visit. */
  restored: boolean;
  /** True while the browser keeps nothing of what is typed; it asks before the tab is closed then. */
  unkept: boolean;
  /** What an earlier visit left that was begun from older content, for screens that offer it; else null. */
  outdated: OutdatedDraft<T> | null;
  dropOutdated: () => void;
  /** Back to the initial value; also to be called after saving. */
  discard: () => void;
}

/**
 * What is typed into a form, kept across reloads on this device until it is saved or discarded: nobody types
 * twice. `basis` names the content that the form began with, such as a revision. With `carry` what was typed
 * goes on when somebody else has changed that content meanwhile.
 */
export function useStoredDraft<T>(key: string, basis: string, initial: T, carry?: Carry<T>): Draft<T> {
  const [start] = useState(() => ({ initial, kept: read<T>(key, basis, initial, carry) }));
  const [value, setValue] = useState<T>(start.kept.value ?? start.initial);
  const [restored, setRestored] = useState(start.kept.value !== null);
  const [outdated, setOutdated] = useState(start.kept.outdated);
  // Begun from other content from now on, such as what was saved.
  const [begun, setBegun] = useState({ basis, initial });
  if (begun.basis !== basis) setBegun({ basis, initial });
  const [unkept, setUnkept] = useState(false);
  useUnloadQuestion(unkept);
  const touched = useRef(false);
  const latest = useRef(value);

  useEffect(() => {
    latest.current = value;
    if (!touched.current) return undefined;
    const timer = setTimeout(() => setUnkept(!writeDraft(key, { ...begun, value })), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key, begun, value]);

  useEffect(() => {
    const flush = () => {
      if (touched.current) writeDraft(key, { ...begun, value: latest.current });
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [key, begun]);

  return {
    value,
    restored,
    unkept,
    outdated,
    dropOutdated() {
      setOutdated(null);
      if (!touched.current) removeDraft(key);
    },
    change(next) {
      touched.current = true;
      setValue(next);
    },
    discard() {
      touched.current = false;
      removeDraft(key);
      setRestored(false);
      setUnkept(false);
      setValue(start.initial);
    },
  };
}

function useUnloadQuestion(asks: boolean): void {
  useEffect(() => {
    if (!asks) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [asks]);
}
