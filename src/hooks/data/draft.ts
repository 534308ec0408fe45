import { useState } from 'react';
import { useStoredDraft, type Draft } from '#ui/forms/draft.ts';
import { useOpenLogin } from './session.ts';

/**
 * What is typed into a form, kept on this device for whoever typed it: on a tablet that several people use the next one neither
 * sees it nor saves it under their name. A login that ends leaves it where it is.
 */
export function useDraft<T>(...[key, ...rest]: Parameters<typeof useStoredDraft<T>>): Draft<T> {
  const login = useOpenLogin();
  const [owner] = useState(login?.user._id ?? '');
  return useStoredDraft(`${owner}.${key}`, ...rest);
}
