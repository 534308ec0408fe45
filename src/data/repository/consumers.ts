import { editConsumer, type ConsumerInput } from '#domain/consumerEdits.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { ok, type Result } from '#domain/result.ts';
import type { Stamp } from '#domain/sessionEdits.ts';
import type { Failure } from '../types.ts';
import type { RepositoryContext } from './context.ts';
import { stampFor } from './sessions.ts';
import { update } from './update.ts';

/** Saves the consumer edit (specification 1 §2). The notification routine is the caller's next step. */
export const saveConsumer = (
  context: RepositoryContext,
  consumerId: string,
  input: ConsumerInput,
): Promise<Result<Consumer, Failure>> =>
  update(context, 'consumer', consumerId, (consumer) =>
    ok(editConsumer(consumer, input, stampOf(context, consumer))),
  );

/** Who and when; later than the version that is edited, whatever the clocks said. */
export function stampOf(context: RepositoryContext, consumer: Consumer): Stamp {
  const { author, time } = stampFor(context);
  return { author, time: Math.max(time, (consumer.metadata.updatedAt ?? 0) + 1) };
}
