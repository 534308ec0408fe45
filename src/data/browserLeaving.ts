/** What of IndexedDB is not finished. */
const unfinished = new Set<IDBTransaction>();
let isLeft = false;

function note(transaction: IDBTransaction): IDBTransaction {
  unfinished.add(transaction);
  for (const end of ['complete', 'abort']) {
    transaction.addEventListener(end, () => unfinished.delete(transaction));
  }
  return transaction;
}

function giveUp(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // All of it is being written already, and ends by itself; the others are still to be given up.
  }
}

/**
 * Safari keeps a page that was left for the way back to it, and with it what it has begun in IndexedDB: the next page waits for
 * that when it opens the same database, and never gets it. So what a page has not finished when it is left is given up, nothing
 * new is begun, and a page that somebody comes back to starts anew. No data is lost by it: what is not finished was not
 * acknowledged, and is what a closed tab loses as well.
 */
export function giveUpWhenLeft(): void {
  if (typeof IDBDatabase === 'undefined') return;
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction') as IDBDatabase['transaction'];
  IDBDatabase.prototype.transaction = function (...args) {
    if (isLeft) throw new DOMException('the page was left', 'InvalidStateError');
    return note(begin.apply(this, args));
  };
  const open = Reflect.get(IDBFactory.prototype, 'open') as IDBFactory['open'];
  IDBFactory.prototype.open = function (...args) {
    const request = open.apply(this, args);
    request.addEventListener('upgradeneeded', () => {
      if (request.transaction === null) return;
      note(request.transaction);
      if (isLeft) giveUp(request.transaction);
    });
    // Whoever waits for it would begin with it at once, which throws where nobody catches it.
    request.addEventListener('success', (event) => {
      if (!isLeft) return;
      event.stopImmediatePropagation();
      request.result.close();
    });
    return request;
  };
  whenLeft(() => {
    isLeft = true;
    for (const transaction of unfinished) giveUp(transaction);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** When the page is left and may be kept; one that goes takes along what it has. Returns the end of it. */
export function whenLeft(then: () => void): () => void {
  const left = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) then();
  };
  addEventListener('pagehide', left);
  return () => removeEventListener('pagehide', left);
}
