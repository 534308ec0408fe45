const PREFIX = 'foyer.draft.';
/** Long enough for whoever comes back to it: drafts are often about guests, and lie on devices that others use too. */
const KEPT_MS = 90 * 86_400_000;
/**
 * All drafts together, in characters. Browsers keep five million of a site, and a login that finds no room is gone with the next
 * reload, which at a door without a network nobody can make good.
 */
const MOST = 4_000_000;

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
  const text = JSON.stringify({ ...stored, at: Date.now() });
  try {
    if (text.length + lengthOfOthers(PREFIX + key) > MOST) return false;
    localStorage.setItem(PREFIX + key, text);
    return true;
  } catch {
    return false;
  }
}

function lengthOfOthers(name: string): number {
  const others = Object.keys(localStorage).filter((one) => one.startsWith(PREFIX) && one !== name);
  return others.reduce((sum, one) => sum + (localStorage.getItem(one)?.length ?? 0), 0);
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
