/** Route changes show the indicator after this delay, and then at least this long (specification 1 §9). */
const INDICATOR_DELAY_MS = 150;
const INDICATOR_MINIMUM_MS = 500;

export interface Indicator {
  begin(): void;
  end(): void;
}

/** Short loads never flash: `show` is called after the delay, `hide` not before the minimum is over. */
export function createIndicator(show: () => void, hide: () => void): Indicator {
  let busy = false;
  let visible = false;
  let delay: ReturnType<typeof setTimeout> | undefined;
  let minimum: ReturnType<typeof setTimeout> | undefined;

  function settle(): void {
    minimum = undefined;
    if (busy) return;
    visible = false;
    hide();
  }
  return {
    begin() {
      if (busy) return;
      busy = true;
      if (visible) return;
      delay = setTimeout(() => {
        visible = true;
        show();
        minimum = setTimeout(settle, INDICATOR_MINIMUM_MS);
      }, INDICATOR_DELAY_MS);
    },
    end() {
      busy = false;
      clearTimeout(delay);
      if (visible && minimum === undefined) settle();
    },
  };
}
