/**
 * Asks by key, one question at a time: who asks while one is under way shares the next one with all who do. So no answer is older
 * than its asker, and hundreds who ask at once cost two questions. Failures are shared like answers.
 */
export class SharedAnswers<T> {
  private readonly ask: (key: string) => Promise<T>;
  private readonly lines = new Map<string, { now: Promise<unknown>; next: Promise<T> | null }>();

  constructor(ask: (key: string) => Promise<T>) {
    this.ask = ask;
  }

  of(key: string): Promise<T> {
    const line = this.lines.get(key);
    if (line === undefined) return this.begin(key);
    line.next ??= line.now.then(
      () => this.begin(key),
      () => this.begin(key),
    );
    return line.next;
  }

  private begin(key: string): Promise<T> {
    const now = this.ask(key);
    const line = { now, next: null as Promise<T> | null };
    this.lines.set(key, line);
    const end = (): void => {
      // Whoever asked meanwhile begins the next question, in the same turn.
      if (line.next === null) this.lines.delete(key);
    };
    now.then(end, end);
    return now;
  }
}
