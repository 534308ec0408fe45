import { NOTIF_METHODS, type NotifMethod } from '#domain/documents/consumer.ts';
import type { ServiceSettings } from '../../services/services.ts';
import type { Channel, Outcome } from './channel.ts';
import { accountOf } from './silences.ts';

type Down = Extract<Outcome, { kind: 'down' }>;

/** Where a round's messages go: by the settings as they are stored, which somebody may change meanwhile. */
export class Channels {
  /** Why nothing goes there in this round any more. */
  readonly down = new Map<NotifMethod, Down>();
  /** Where a message was answered in this round. */
  readonly answered = new Set<NotifMethod>();
  private readonly opened = new Map<NotifMethod, Channel | null>();
  private readonly read: () => Promise<ServiceSettings>;
  private readonly open: (method: NotifMethod, settings: ServiceSettings) => Channel | null;
  private known: ServiceSettings;

  constructor(
    known: ServiceSettings,
    read: () => Promise<ServiceSettings>,
    open: (method: NotifMethod, settings: ServiceSettings) => Channel | null,
  ) {
    this.known = known;
    this.read = read;
    this.open = open;
  }

  get settings(): ServiceSettings {
    return this.known;
  }

  account(method: NotifMethod): string {
    return accountOf(method, this.known);
  }

  of(method: NotifMethod): Channel | null {
    const before = this.opened.get(method);
    if (before !== undefined) return before;
    const channel = this.open(method, this.known);
    this.opened.set(method, channel);
    return channel;
  }

  /** Whether they are others by now: what the provider says of the former ones is nobody's fault. */
  async isOutdated(method: NotifMethod): Promise<boolean> {
    return differ(await this.read().catch(() => this.known), this.known, method);
  }

  /** Takes them as they are now, while nothing goes. */
  async catchUp(): Promise<void> {
    const now = await this.read();
    for (const method of NOTIF_METHODS) {
      if (!differ(now, this.known, method)) continue;
      this.opened.get(method)?.close();
      this.opened.delete(method);
      this.down.delete(method);
      this.answered.delete(method);
    }
    this.known = now;
  }

  close(): void {
    for (const channel of this.opened.values()) channel?.close();
  }
}

const differ = (a: ServiceSettings, b: ServiceSettings, method: NotifMethod): boolean =>
  JSON.stringify(a[method]) !== JSON.stringify(b[method]);
