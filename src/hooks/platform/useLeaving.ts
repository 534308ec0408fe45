import { useEffect, useRef } from 'react';
import { useBlocker, type Blocker } from 'react-router-dom';

/** The browser asks before the tab is closed or loaded anew while `isDirty` says so. */
export function useUnloadWarning(isDirty: () => boolean): void {
  const says = useRef(isDirty);
  useEffect(() => {
    says.current = isDirty;
  });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (says.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}

/** The same, and another page of the app waits until somebody says what becomes of the work (`blocked`). */
export function useLeaveBlocker(isDirty: () => boolean): Blocker {
  useUnloadWarning(isDirty);
  return useBlocker(
    ({ currentLocation, nextLocation }) => isDirty() && currentLocation.pathname !== nextLocation.pathname,
  );
}

/** The same for as long as some work lasts, whichever page is shown meanwhile: what ends the tab ends it half-way. */
export async function holdingTab<T>(work: () => Promise<T>): Promise<T> {
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  try {
    return await work();
  } finally {
    window.removeEventListener('beforeunload', warn);
  }
}
