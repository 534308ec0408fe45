import type { ServiceSettings } from '../../services/services.ts';
import { openMailConnection, type MailConnection, type MailOutcome } from '../../mail/send.ts';
import type { Channel, Outcome } from './channel.ts';
import { mailOf } from './mailOf.ts';

type EmailSettings = NonNullable<ServiceSettings['email']>;
export const MAILS_AT_ONCE = 5;
/** What the server says of the settings will be the same the next time. */
const WRONG_SETTINGS: ReadonlySet<string> = new Set(['tls', 'login_refused', 'no_mail_server']);

export function mailChannel(settings: EmailSettings, patience?: number): Channel {
  const server = {
    host: settings.host ?? '',
    port: settings.port ?? 0,
    secure: settings.secure === true,
    username: settings.username ?? '',
    password: settings.password ?? '',
  };
  const idle: MailConnection[] = [];
  let isClosed = false;
  return {
    atOnce: MAILS_AT_ONCE,
    async send(frozen, files, commit): Promise<Outcome> {
      if (frozen.method !== 'email') throw new TypeError('no e-mail');
      const connection = idle.pop() ?? openMailConnection(server, patience);
      let isOpen = true;
      let agreed: Promise<boolean> | null = null;
      const once = (): Promise<boolean> => (agreed ??= commit());
      try {
        const { from, to } = frozen;
        const go = (): Promise<MailOutcome> =>
          connection.send({ from: from.address, to, ...mailOf(frozen, files) }, once);
        const first = await go();
        const outcome = first.kind === 'worn' ? await go() : first;
        if (outcome.kind === 'worn') throw new TypeError('a new connection has carried nothing');
        if (outcome.kind === 'down') {
          // Whoever comes next takes one that is open, where there is one.
          isOpen = false;
          const { code, ...down } = outcome;
          // Its mark is there: it is not left to those that are open.
          if (first.kind === 'worn') return { ...down, permanent: false, midway: true };
          return { ...outcome, permanent: code === undefined && WRONG_SETTINGS.has(down.fault) };
        }
        if (outcome.kind === 'too_large')
          return { kind: 'refused', permanent: true, failure: { error: 'too_large' } };
        if (outcome.kind !== 'refused') return outcome;
        const { code, permanent, detail } = outcome;
        const error = detail === undefined ? String(code) : `${code} ${Math.floor(code / 100)}.${detail}`;
        return { kind: 'refused', permanent, failure: { error, errorCode: code } };
      } finally {
        if (isClosed || !isOpen) connection.close();
        else idle.push(connection);
      }
    },
    close() {
      isClosed = true;
      for (const connection of idle.splice(0)) connection.close();
    },
  };
}
