import type { Deps } from '../deps.ts';
import { DataFailure, failureOf, isUnreachable } from '../failure.ts';
import { until } from './abort.ts';
import { delay } from './backoff.ts';
import type { Outbox } from './outbox.ts';
import type { Pull } from './pull.ts';
import type { Standing } from './standing.ts';

/** Templates are looked for again after this long, ms. */
const TEMPLATES_EVERY_MS = 60_000;

interface Parts {
  deps: Deps;
  pull: Pick<Pull, 'templates'>;
  outbox: Pick<Outbox, 'save'>;
  standing: Pick<Standing, 'caughtUp' | 'countLocal' | 'status' | 'templates'>;
}

/** Brings templates to a light copy beside the exchange, which it neither holds up nor ends. */
export async function followTemplates(
  { deps, pull, outbox, standing }: Parts,
  signal: AbortSignal,
): Promise<never> {
  for (;;) {
    await until(() => standing.caughtUp, standing.status.subscribe, signal);
    try {
      await pull.templates(signal);
      await outbox.save();
      standing.templates = true;
      await standing.countLocal();
    } catch (reason) {
      signal.throwIfAborted();
      if (!isForExchange(reason)) deps.report(reason);
    }
    await delay(deps, TEMPLATES_EVERY_MS, signal);
    signal.throwIfAborted();
  }
}

/** No answer, or one about login and access: the exchange meets the same, and says it. */
function isForExchange(reason: unknown): boolean {
  const status = reason instanceof DataFailure ? reason.status : 0;
  return [401, 403, 404].includes(status) || isUnreachable(failureOf(reason).code);
}
