/** Without an answer for so long, what sends does nothing but wait (ms). */
const LONG = 10_000;

/** Tells when nothing was heard for long, and when something is again. */
export function watchFor(tell: (isWaiting: boolean) => void, long = LONG): { heard(): void; end(): void } {
  let isWaiting = false;
  const timer = setTimeout(() => {
    isWaiting = true;
    tell(true);
  }, long);
  timer.unref();
  const goOn = (): void => {
    if (isWaiting) tell(false);
    isWaiting = false;
  };
  return {
    heard() {
      goOn();
      timer.refresh();
    },
    end() {
      clearTimeout(timer);
      goOn();
    },
  };
}
