import { hasRate, setRate, type RateChoice } from '#domain/clients/consumerEdits.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Failure, RateChange } from '../types.ts';
import type { RepositoryContext } from './context.ts';
import { stampOf } from './consumers.ts';
import { updateMany } from './updateMany.ts';

/** Applies a rate to all picked consumers (specification 1 §2, Rate setting); the answer serves to undo it. */
export async function applyRate(
  context: RepositoryContext,
  consumerIds: readonly string[],
  choice: RateChoice,
): Promise<Result<RateChange, Failure>> {
  const before = new Map<string, RateChoice>();
  const saved = await updateMany(context, 'consumer', consumerIds, (consumer) => {
    const { registration } = consumer;
    if (registration == null) return consumer;
    before.set(consumer._id, { rate: registration.rate, rateName: registration.rateName ?? null });
    return setRate(consumer, choice, stampOf(context, consumer));
  });
  if (!saved.ok) return saved;
  if (saved.value.length === 0) return err({ code: 'nothing_to_do' });
  return ok({
    ...choice,
    before: saved.value.flatMap(({ _id }) => {
      const rate = before.get(_id);
      return rate === undefined ? [] : [{ consumerId: _id, ...rate }];
    }),
  });
}

/** Gives the rates from before back, except where somebody has set another one meanwhile. */
export async function undoRate(
  context: RepositoryContext,
  change: RateChange,
): Promise<Result<{ restored: number }, Failure>> {
  const before = new Map(change.before.map(({ consumerId, ...rate }) => [consumerId, rate]));
  const applied: RateChoice = { rate: change.rate, rateName: change.rateName };
  const saved = await updateMany(context, 'consumer', [...before.keys()], (consumer) => {
    const rate = before.get(consumer._id);
    if (rate === undefined || !hasRate(consumer, applied)) return consumer;
    return setRate(consumer, rate, stampOf(context, consumer));
  });
  return saved.ok ? ok({ restored: saved.value.length }) : saved;
}
