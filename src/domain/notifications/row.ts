import type { Consumer, NotifMethod } from '../documents/consumer.ts';
import type { Hold } from './audience.ts';

/** What became of one message to one person (decision 29). */
export const ROW_STATES = [
  'queued',
  'claimed',
  'committing',
  'sent',
  'failed',
  'uncertain',
  'withheld',
  'delivered',
] as const;
export type RowState = (typeof ROW_STATES)[number];

/** Why a message did not go, as the channel said it; nothing in another server's own words. */
export interface Failure {
  error: string;
  errorCode?: string | number | null;
}

/** One message to one person: by its id nobody is put in twice. `Frozen` is what was meant when it was first tried. */
export interface Row<Frozen = unknown> {
  _id: string;
  _rev?: string;
  type: 'row';
  notifId: string;
  consumerId: string;
  attempt: number;
  method: NotifMethod;
  state: RowState;
  /** ms: when it was put in, and when its state last changed. */
  createdAt: number;
  at: number;
  /** ms: when it was taken, once the provider has told more since. */
  acceptedAt?: number;
  /** Not before (ms). */
  dueAt: number;
  /** How often it was begun. */
  tries: number;
  /** Text, address, attachments: frozen by the first claim, so that a crash repeats what was meant. */
  frozen?: Frozen;
  hold?: Hold;
  failure?: Failure;
  /** What the provider calls it. */
  providerId?: string;
  /** Whose identity towards mail programs it has: that of an attempt before it which nobody knows the end of. */
  sameAs?: string;
  /** A registration as a public form had made it was its cause, and nobody of the staff. */
  byForm?: true;
  /** An automatic message put it in; nobody asked for it by name. */
  byItself?: true;
  /** What the registration was when this message was first to go to it; missing in rows of before. */
  statusThen?: Consumer['status'];
}

export const rowId = (notifId: string, consumerId: string, attempt: number): string =>
  `${notifId}/${consumerId}/${attempt}`;

export type RowEvent<Frozen = unknown> =
  /** Somebody sends it now. */
  | { kind: 'claim'; frozen: Frozen }
  /** The other side may accept it from now on. */
  | { kind: 'commit' }
  | { kind: 'accept'; providerId?: string }
  /** It was surely not accepted; `again`: when it may be tried once more. */
  | { kind: 'refuse'; failure: Failure; again: number | null }
  /** Nobody can tell whether it was accepted. */
  | { kind: 'lose' }
  /** Another copy of this database may have sent it. */
  | { kind: 'doubt' }
  | { kind: 'hold'; hold: Hold }
  /** What held it back is no more. */
  | { kind: 'release' }
  /** The provider tells later. */
  | { kind: 'deliver' }
  | { kind: 'bounce'; failure: Failure }
  /** Whoever had it is gone. */
  | { kind: 'recover' }
  /** A person says that what is not known is to be sent again. */
  | { kind: 'again' };

const FROM: Record<RowEvent['kind'], readonly RowState[]> = {
  claim: ['queued', 'claimed'],
  commit: ['claimed'],
  accept: ['committing', 'uncertain'],
  refuse: ['claimed', 'committing', 'uncertain'],
  lose: ['committing'],
  doubt: ['queued', 'claimed', 'committing'],
  hold: ['queued', 'claimed'],
  release: ['withheld'],
  deliver: ['sent', 'uncertain', 'committing'],
  bounce: ['sent', 'uncertain', 'committing'],
  recover: ['claimed', 'committing'],
  again: ['uncertain'],
};

/** The row after something happened to it; null where that cannot happen to it as it stands. */
export function afterEvent<F>(row: Row<F>, event: RowEvent<F>, now: number): Row<F> | null {
  if (!FROM[event.kind].includes(row.state)) return null;
  const to = (state: RowState, more: Partial<Row<F>> = {}): Row<F> => {
    const { failure: _failure, hold: _hold, ...rest } = row;
    return { ...rest, ...more, state, at: now };
  };
  switch (event.kind) {
    case 'claim':
      return to('claimed', { tries: row.tries + 1, frozen: row.frozen ?? event.frozen });
    case 'commit':
      return to('committing');
    case 'accept':
      return to('sent', event.providerId === undefined ? {} : { providerId: event.providerId });
    case 'refuse':
      return event.again === null
        ? to('failed', { failure: event.failure })
        : to('queued', { failure: event.failure, dueAt: event.again });
    case 'lose':
    case 'doubt':
      return to('uncertain');
    case 'hold':
      return to('withheld', { hold: event.hold });
    case 'deliver':
      return to('delivered', row.state === 'sent' ? { acceptedAt: row.at } : {});
    case 'bounce':
      return to('failed', { failure: event.failure });
    case 'recover':
      return to(row.state === 'committing' ? 'uncertain' : 'queued');
    default:
      return to('queued', { dueAt: now });
  }
}

/** States in which nothing more is done by itself. */
export const isSettled = ({ state }: Pick<Row, 'state'>): boolean =>
  !['queued', 'claimed', 'committing'].includes(state);
