const PREFIX = 'foyer.draft.';
/** Long enough for whoever comes back to it: drafts are often about guests, and lie on devices that others use too. */
const KEPT_MS = 90 * 86_400_000;

/** A draft as this device keeps it. */
export interface StoredDraft<T> {
  /** What the draft was begun from; a draft of older content is not taken up by itself. */
  basis: string;
  initial?: T;
  value: T;
}

interface Dated {
  /** ms; absent where a version of the app before wrote it. */
  at?: number;
}

/** Null for none. Throws where it cannot be read. */
export function readDraft<T>(key: string): StoredDraft<T> | null {
  const text = localStorage.getItem(PREFIX + key);
  return text === null ? null : (JSON.parse(text) as StoredDraft<T>);
}

/** False where a full or forbidden storage does not keep it: that costs the draft, not the form. */
export function writeDraft<T>(key: string, stored: StoredDraft<T>): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ ...stored, at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // A forbidden storage holds none, and what was just saved is saved.
  }
}

/** Takes away those that nobody has touched for 90 days; one without a date is dated `now` (ms). */
export function dropOldDrafts(now: number): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(PREFIX)) dropIfOld(name, now);
    }
  } catch {
    // A forbidden storage holds none.
  }
}

function dropIfOld(name: string, now: number): void {
  const stored = parsed(localStorage.getItem(name));
  if (stored === null || (stored.at ?? now) < now - KEPT_MS) localStorage.removeItem(name);
  else if (stored.at === undefined) localStorage.setItem(name, JSON.stringify({ ...stored, at: now }));
}

function parsed(text: string | null): Dated | null {
  try {
    return JSON.parse(text ?? '') as Dated;
  } catch {
    return null;
  }
}
