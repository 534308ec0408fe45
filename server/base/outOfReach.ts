import { HttpError } from './errors.ts';

/**
 * The database's server gives no answer. That it is so is told once, and once that it answers again (storage/nodes.ts):
 * what each request, follower and job meets meanwhile would be hundreds of lines about one thing.
 */
export class OutOfReach extends HttpError {
  /** A code of the system, `no answer`, or the text of what happened. */
  readonly reason: string;
  constructor(reason: string) {
    super(503, 'unavailable', 'the database cannot be reached');
    this.name = 'OutOfReach';
    this.reason = reason;
  }
}

/** A logger, as far as the hook below needs it. */
interface Log {
  debug(...given: unknown[]): void;
}

/** For the log's own options: failures for want of the database are details in it, whichever part tells of them. */
export const calmHooks = {
  logMethod(
    this: Log,
    given: readonly unknown[],
    method: (...given: unknown[]) => void,
    level: number,
  ): void {
    const told = given[0] as { err?: unknown } | undefined;
    const isOutage = told instanceof OutOfReach || told?.err instanceof OutOfReach;
    if (isOutage && level > INFO) this.debug(...given);
    else method.apply(this, [...given]);
  },
};
const INFO = 30;
