import type { Command } from '#domain/commands/command.ts';
import { HttpError } from '../base/errors.ts';
import { DESK, ownPerson } from '../commands/own.ts';
import type { Registrar } from '../commands/registrar.ts';
import type { Payments } from '../payments/payments.ts';
import type { Storage } from '../storage/types.ts';
import type { DeskAddresses } from './addresses.ts';

export interface DeskParts {
  storage: Storage;
  addresses: DeskAddresses;
  registrar: Registrar;
  payments: Payments;
  /** What tokens of guests follow from. */
  secret: Uint8Array;
  now: () => number;
  /** Whether this process is the one that registers: of several at one CouchDB only one decides. */
  isRegistrar: () => boolean;
}

/** In whose name it registers. */
export const BY = { person: ownPerson(DESK), device: { id: 'server', name: DESK.name } };

/** How the desk reaches an event: where an address leads, and what is asked there. */
export class DeskCalls {
  private readonly parts: DeskParts;

  constructor(parts: DeskParts) {
    this.parts = parts;
  }

  /** The event of an address; null where it is none's. */
  at(accessId: string): Promise<string | null> {
    return /^[A-Za-z0-9]{8}$/.test(accessId) ? this.parts.addresses.eventOf(accessId) : Promise.resolve(null);
  }

  /** Throws 503 where another process decides. */
  assertRegistrar(): void {
    if (!this.parts.isRegistrar())
      throw new HttpError(503, 'busy', 'another server registers: try again', undefined, 2);
  }

  /** Throws what cannot be answered. */
  async call<Input, Value>(eventId: string, command: Command<Input, Value>, input: Input): Promise<Value> {
    const done = await this.parts.registrar.call({ eventId, ...BY }, command, input);
    if (done.ok) return done.value;
    throw new Error(`the desk cannot answer: ${done.error.code} ${done.error.message ?? ''}`);
  }
}
