import type { Command } from '#domain/commands/command.ts';
import type { Documents } from '#domain/commands/documents.ts';
import { run, type Done } from '#domain/commands/run.ts';
import type { CommandRefusal } from '#domain/commands/refusal.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { newDocument } from '#domain/documents/new.ts';
import type { Result } from '#domain/result.ts';
import { toldBefore, type Work } from '#domain/work/work.ts';
import type { AnyDoc } from '../deps.ts';
import { caller, openSide, type CommandSide, type SIDES } from './commandSides.ts';

/* A small event to run commands on. */

const metadata = { createdAt: 1, updatedAt: 1 };
const event = newDocument('event', {
  ...{ _id: 'event', id: 'gala', dbName: 'event-gala', title: 'Gala', metadata },
});
const session = newDocument('session', {
  ...{ _id: 'session_s', title: 'Dinner', titleFrench: '', date: 1, status: 'ongoing', metadata },
  clients: ['ada', 'bob', 'cora'].map((id) => ({
    ...{ clientId: `client_${id}`, checkInTime: null, placement: null, product: null, updatedTime: 1 },
  })),
});
export const client = (id: string, more: object = {}) =>
  newDocument('client', {
    ...{ _id: `client_${id}`, forename: id, surname: 'Guest', category: 'indiv', language: 'en' },
    ...{ number: id, consumerId: `consumer_${id}`, metadata },
    ...more,
  });
export const consumer = (id: string, more: Partial<Consumer> = {}) =>
  newDocument('consumer', {
    ...{ _id: `consumer_${id}`, date: 1, metadata, registration: { rate: 100, amount: 5 } },
    ...more,
  } as never);
const docs = (): AnyDoc[] =>
  [
    ...[event, session, client('ada'), client('bob'), client('cora'), client('dan')],
    ...[consumer('ada'), consumer('bob'), consumer('cora', { status: 'canceled' })],
  ].map((doc) => ({ ...doc }));

export interface CommandScene extends CommandSide {
  /** Where work that lasts is done. */
  work: Work;
  call<I, V>(
    command: Command<I, V>,
    input: I,
    by?: ReturnType<typeof caller>,
  ): Promise<Result<Done<V>, CommandRefusal>>;
  /** What a call that must not be refused resolves with. */
  valueOf<I, V>(command: Command<I, V>, input: I): Promise<V>;
  /** The documents where somebody else is faster by one write, before the first of a run; and what was written, by id. */
  overtaken(by: () => Promise<void>): { documents: Documents; writes: string[][] };
}

export async function openCommandScene(kind: (typeof SIDES)[number]): Promise<CommandScene> {
  const side = await openSide(kind, docs());
  const call: CommandScene['call'] = (command, input, by = caller()) =>
    run(side.documents, command, input, by);
  return {
    ...side,
    call,
    work: {
      run: (command, input, how = {}) => run(toldBefore(side.documents, how), command, input, caller()),
      pause: () => Promise.resolve(),
    },
    async valueOf(command, input) {
      const done = await call(command, input);
      if (!done.ok) throw new Error(`${done.error.code} ${done.error.message ?? ''}`);
      return done.value.value;
    },
    overtaken(by) {
      const writes: string[][] = [];
      return {
        writes,
        documents: {
          view: () => side.documents.view(),
          async write(all) {
            if (writes.length === 0) await by();
            writes.push(all.map(({ _id }) => _id));
            return side.documents.write(all);
          },
        },
      };
    },
  };
}
