import { busy } from '../base/errors.ts';

/** Who waits to have a password looked at. */
export interface Comer {
  /** The network that the request came from: the phones of a venue share one. */
  network: string;
  /** The name that is tried, in lower case. */
  name: string;
  /** This account has logged in on this very device before. */
  known: boolean;
}

interface Waiting extends Comer {
  go(): void;
  turnAway(): void;
}

/** How many may wait: two or three seconds of work. */
const LONGEST = 64;

/**
 * Passwords are looked at one by one, for each costs a core's 25 ms. Devices that the account knows come first. The
 * others take turns by network, and within a network by name, so that whoever sends a thousand guesses waits for
 * himself. When the queue is full somebody of the longest line is turned away, by chance: a flood cannot hold all
 * places against people who try again.
 */
export class LoginQueue {
  private waiting: Waiting[] = [];
  private working = false;
  /** When each network and name had its last turn; forgotten when nobody waits. */
  private readonly turns = new Map<string, number>();
  private turn = 0;
  private readonly random: () => number;

  constructor(random: () => number = Math.random) {
    this.random = random;
  }

  /** Runs `work` when it is this comer's turn. Throws 503 `busy` when there are too many. */
  async run<T>(comer: Comer, work: () => Promise<T>): Promise<T> {
    if (this.working) await this.wait(comer);
    this.working = true;
    try {
      return await work();
    } finally {
      this.working = false;
      this.next();
    }
  }

  private wait(comer: Comer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...comer, go: resolve, turnAway: () => reject(busy()) });
      if (this.waiting.length > LONGEST) this.turnOneAway();
    });
  }

  private next(): void {
    const [first] = this.waiting.toSorted(
      (a, b) => this.rank(a) - this.rank(b) || this.last(a) - this.last(b),
    );
    if (first === undefined) {
      this.turns.clear();
      return;
    }
    this.waiting = this.waiting.filter((one) => one !== first);
    if (!first.known) this.turns.set(first.network, ++this.turn).set(nameIn(first), this.turn);
    // At once, or somebody who comes in between would go before.
    this.working = true;
    first.go();
  }

  /** Known devices before all; the others by their network's last turn. */
  private rank({ known, network }: Comer): number {
    return known ? -1 : (this.turns.get(network) ?? 0);
  }

  private last(comer: Comer): number {
    return this.turns.get(nameIn(comer)) ?? 0;
  }

  private turnOneAway(): void {
    const unknown = this.waiting.filter(({ known }) => !known);
    const lines = new Map<string, Waiting[]>();
    for (const one of unknown.length > 0 ? unknown : this.waiting) {
      lines.set(one.network, [...(lines.get(one.network) ?? []), one]);
    }
    const [longest = []] = [...lines.values()].toSorted((a, b) => b.length - a.length);
    const unlucky = longest[Math.floor(this.random() * longest.length)];
    this.waiting = this.waiting.filter((one) => one !== unlucky);
    unlucky?.turnAway();
  }
}

const nameIn = ({ network, name }: Comer): string => `${network} ${name}`;
