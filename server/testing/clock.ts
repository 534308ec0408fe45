/** The clock of a server, for tests that are about times: it goes as the machine's does until the test stops it. */
export class TestClock {
  private at: number | null = null;

  readonly now = (): number => this.at ?? Date.now();

  /** From here on only the test moves it. Says when that is. */
  stop(): number {
    return (this.at = Date.now());
  }

  /** Of one that was stopped. ms */
  move(by: number): void {
    if (this.at !== null) this.at += by;
  }

  go(): void {
    this.at = null;
  }
}
