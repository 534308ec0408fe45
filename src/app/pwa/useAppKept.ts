import { useEffect, useState } from 'react';
import { useCan } from '#hooks/data/session.ts';
import { ALL_PARTS } from './laterParts.ts';

/**
 * Whether the app itself starts on this device without a network: a service worker keeps it, with all parts for whoever may need
 * them (decision 40). False as long as nobody knows, and for good where a browser has no service workers.
 */
export function useAppKept(): boolean {
  const wantsAll = useCan('member');
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const { serviceWorker } = navigator;
    let isOver = false;
    const look = async (): Promise<void> => {
      const active = (await serviceWorker.getRegistration())?.active ?? null;
      const kept = active !== null && (!wantsAll || (await hasAllParts(active)));
      if (!isOver) setKept(kept);
    };
    const lookAgain = (): void => void look().catch(() => undefined);
    lookAgain();
    serviceWorker.addEventListener('controllerchange', lookAgain);
    window.addEventListener('online', lookAgain);
    return () => {
      isOver = true;
      serviceWorker.removeEventListener('controllerchange', lookAgain);
      window.removeEventListener('online', lookAgain);
    };
  }, [wantsAll]);
  return isKept;
}

/** It fetches what it lacks first; false when it could not. */
function hasAllParts(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => {
      port1.close();
      resolve(data === true);
    });
    port1.start();
    worker.postMessage({ type: ALL_PARTS }, [port2]);
  });
}
