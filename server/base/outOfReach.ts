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

interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** A log in which failures for want of the database are details. */
export function calmLog(log: Log): Log {
  const calm =
    (level: 'warn' | 'error') =>
    (details: object, message: string): void => {
      const isOutage = (details as { err?: unknown }).err instanceof OutOfReach;
      log[isOutage ? 'debug' : level](details, message);
    };
  return {
    debug: (details, message) => log.debug(details, message),
    info: (details, message) => log.info(details, message),
    ...{ warn: calm('warn'), error: calm('error') },
  };
}
