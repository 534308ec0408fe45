/**
 * A menu may hold nothing but its items, and Mantine gives the whole popup that role: with a search box or settings in it, the
 * popup is a dialog and the items within are the menu.
 */
export function asDialog(popup: HTMLElement | null): void {
  popup?.setAttribute('role', 'dialog');
  popup?.removeAttribute('aria-orientation');
}
