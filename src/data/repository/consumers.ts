import { editConsumer, type ConsumerInput } from '#domain/clients/consumerEdits.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { rebase } from '#domain/conflicts/rebase.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Stamp } from '#domain/sessions/sessionEdits.ts';
import type { Failure } from '../types.ts';
import type { RepositoryContext } from './context.ts';
import { stampFor } from './sessions.ts';
import { update } from './update.ts';

/**
 * Saves the consumer edit (specification 1 §2). The notification routine is the caller's next step. `base` is what the
 * form began with: what others saved since then, such as a payment, stays unless the form changed that very field.
 */
export const saveConsumer = (
  context: RepositoryContext,
  consumerId: string,
  input: ConsumerInput,
  base?: Consumer,
): Promise<Result<Consumer, Failure>> =>
  update(context, 'consumer', consumerId, (consumer) => {
    const stamp = stampOf(context, consumer);
    if (base === undefined) return ok(editConsumer(consumer, input, stamp));
    return ok(rebase(base, editConsumer(base, input, stamp), consumer));
  });

/** Who and when; later than the version that is edited, whatever the clocks said. */
export function stampOf(context: RepositoryContext, consumer: Consumer): Stamp {
  const { author, time } = stampFor(context);
  return { author, time: Math.max(time, (consumer.metadata.updatedAt ?? 0) + 1) };
}
