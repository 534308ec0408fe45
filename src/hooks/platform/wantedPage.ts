const KEY = 'foyer.wanted';

/*
 * A link that was opened without a login leads to the login, and the login to Home (specification 2 §4): the page that was
 * wanted is noted for this tab, and Home offers it.
 */

/** `null` forgets it: whoever logs out has wanted nothing yet. */
export function rememberWanted(address: string | null): void {
  try {
    if (address === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, address);
  } catch {
    // Without storage the login leads to Home, and that is all.
  }
}

export function wantedPage(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
