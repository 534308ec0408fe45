/** One word, with the places (slots) of the items that have it. */
interface Term {
  word: string;
  letters: number;
  slots: number[];
  /** As many as slots. */
  weights: number[];
}

const byWord = (a: Term, b: Term): number => (a.word < b.word ? -1 : 1);

/**
 * The words of an index in their order, laid out flat: a beginning is a range of words, and so one range of finds.
 * Words come and go one by one; `lay` brings the layout up to date.
 */
export class Vocabulary {
  readonly #terms = new Map<string, Term>();
  #sorted: Term[] = [];
  /** Not in `#sorted` yet. */
  #fresh: Term[] = [];
  #stale = false;
  words: string[] = [];
  lengths = new Int32Array(0);
  letters = new Int32Array(0);
  /** The finds of word i are those from `starts[i]` to before `starts[i + 1]`. */
  starts = new Int32Array(1);
  slots = new Int32Array(0);
  weights = new Float64Array(0);

  add(word: string, letters: number, slot: number, weight: number): void {
    let term = this.#terms.get(word);
    if (term === undefined) {
      term = { word, letters, slots: [], weights: [] };
      this.#terms.set(word, term);
      this.#fresh.push(term);
    }
    term.slots.push(slot);
    term.weights.push(weight);
    this.#stale = true;
  }

  /** A word that nobody has any more stays, without finds: it may come again. */
  remove(word: string, slot: number): void {
    const term = this.#terms.get(word);
    const at = term?.slots.indexOf(slot) ?? -1;
    if (term === undefined || at < 0) return;
    term.slots.splice(at, 1);
    term.weights.splice(at, 1);
    this.#stale = true;
  }

  lay(): void {
    if (!this.#stale) return;
    this.#stale = false;
    if (this.#fresh.length > 0) {
      this.#sorted = merged(this.#sorted, this.#fresh.sort(byWord));
      this.#fresh = [];
      this.words = this.#sorted.map(({ word }) => word);
      this.lengths = Int32Array.from(this.#sorted, ({ word }) => word.length);
      this.letters = Int32Array.from(this.#sorted, ({ letters }) => letters);
    }
    const starts = new Int32Array(this.#sorted.length + 1);
    this.#sorted.forEach(({ slots }, index) => (starts[index + 1] = (starts[index] ?? 0) + slots.length));
    const count = starts[this.#sorted.length] ?? 0;
    const slots = new Int32Array(count);
    const weights = new Float64Array(count);
    this.#sorted.forEach((term, index) => {
      slots.set(term.slots, starts[index]);
      weights.set(term.weights, starts[index]);
    });
    Object.assign(this, { starts, slots, weights });
  }

  /** The words that begin so are those from the first number to before the second. */
  range(start: string): [number, number] {
    // No word has this character.
    return [this.#from(start), this.#from(`${start}\uffff`)];
  }

  /** Where a word is, or would be. */
  #from(word: string): number {
    let low = 0;
    let high = this.words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.words[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function merged(a: readonly Term[], b: readonly Term[]): Term[] {
  const all: Term[] = [];
  let at = 0;
  for (const term of b) {
    for (let next = a[at]; next !== undefined && next.word < term.word; next = a[at]) {
      all.push(next);
      at += 1;
    }
    all.push(term);
  }
  return all.concat(a.slice(at));
}
