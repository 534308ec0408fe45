import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const lastSearches = new Map<string, string>();

/** `to`, with what its list was searched and filtered by when it was last seen: for links back to it. */
export const asLeft = (to: string): string => to + (to.includes('?') ? '' : (lastSearches.get(to) ?? ''));

/**
 * What a list was searched and filtered by, kept in the address beside its other parameters: somebody who opens a row and
 * comes back, reloads, or passes the link on finds the list as it was. Texts by name; what equals `initial` is left out.
 * `initial` stays the same from one render to the next.
 */
export function useAddressState<T extends Record<string, string>>(
  initial: T,
): [T, (change: Partial<T>) => void] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  // The field shows what is typed at once; the address follows.
  const [values, setValues] = useState(() => read(search, initial));
  const now = useRef(values);
  const written = useRef(search);
  /** Written here and not seen in the address yet: it follows late, and one that another has overtaken is no news. */
  const underway = useRef(new Set<string>());

  useEffect(() => {
    // Another way here, such as the link of the menu.
    const isOwn = search === written.current || underway.current.has(search);
    if (search === written.current) underway.current.clear();
    if (isOwn) return;
    written.current = search;
    now.current = read(search, initial);
    setValues(now.current);
  }, [search, initial]);

  useEffect(() => {
    lastSearches.set(pathname, search);
  }, [pathname, search]);

  const change = useCallback(
    (next: Partial<T>) => {
      now.current = { ...now.current, ...next };
      setValues(now.current);
      written.current = write(written.current, now.current, initial);
      underway.current.add(written.current);
      void navigate({ search: written.current }, { replace: true, preventScrollReset: true });
    },
    [navigate, initial],
  );
  return [values, change];
}

function read<T extends Record<string, string>>(search: string, initial: T): T {
  const params = new URLSearchParams(search);
  const names = Object.keys(initial);
  return {
    ...initial,
    ...Object.fromEntries(
      names.flatMap((name) => {
        const value = params.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
  };
}

function write<T extends Record<string, string>>(search: string, values: T, initial: T): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === initial[name]) params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
