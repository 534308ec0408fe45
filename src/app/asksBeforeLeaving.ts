/** Whether the browser would ask whoever leaves this page now. Dispatched by a script, the event asks nobody. */
export const asksBeforeLeaving = (target: Window): boolean =>
  !target.dispatchEvent(new Event('beforeunload', { cancelable: true }));
