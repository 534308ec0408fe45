import type { NotifMethod } from '#domain/documents/consumer.ts';
import type { ServiceSettings } from '../../services/services.ts';

/** So long nobody asks a provider that did not answer (ms); whoever waited for it is tried again after as long at the soonest. */
const REST = 60_000;

/** One message's turn at a provider. */
interface Turn {
  /** It was silent lately: only once it has taken a message does it answer. */
  readonly isDoubted: boolean;
  /** What became of a message there. */
  heard(this: void, what: 'taken' | 'silence'): void;
  end(this: void): void;
}

/**
 * Providers that did not say in time whether they have a message, whichever event it was of. Nobody knows what became of any that waits
 * there, so one at a time asks whether it answers again, after a rest; until then the others are not tried.
 */
export class Silences {
  private readonly now: () => number;
  private readonly rest: number;
  private readonly known = new Map<string, { at: number; isAsked: boolean }>();

  constructor(now: () => number, rest = REST) {
    this.now = now;
    this.rest = rest;
  }

  /** Null where nobody is to ask now. */
  take(account: string): Turn | null {
    const silence = this.known.get(account);
    if (silence !== undefined && (silence.isAsked || this.now() - silence.at < this.rest)) return null;
    if (silence !== undefined) silence.isAsked = true;
    return {
      isDoubted: silence !== undefined,
      heard: (what) => {
        if (what === 'taken') this.known.delete(account);
        else this.known.set(account, { at: this.now(), isAsked: false });
      },
      end: () => {
        if (silence !== undefined) silence.isAsked = false;
      },
    };
  }
}

/** Where messages of a kind go: all events that have it in their settings share what it does. */
export function accountOf(method: NotifMethod, settings: ServiceSettings): string {
  if (method !== 'email') return `${method} ${settings[method]?.sid ?? ''}`;
  const { host, port, username } = settings.email ?? {};
  return `${method} ${JSON.stringify([host?.toLowerCase() ?? '', port ?? 0, username ?? ''])}`;
}
