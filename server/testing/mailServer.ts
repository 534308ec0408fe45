import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** What was said to the server, as it lies in the mailbox. */
export interface ReceivedMail {
  from: string;
  to: string;
  /** Headers and body as they came. */
  source: string;
}

/** `about`: the second code of a refusal, without its class: '7.26'. */
interface Refusal {
  refuse: number;
  about?: string;
}
/** What becomes of a mail instead of being accepted: `keepAndDrop` has it in the mailbox and breaks off before it says so. */
export type MailFaultPlan = Refusal | 'drop' | 'keepAndDrop' | null;

export interface TestMailServer {
  port: number;
  /** What an event's services say of it, to send through it. */
  account: MailAccount;
  /** In the order in which they were accepted. */
  mails: ReceivedMail[];
  /** Asked for each mail, when all of it is there; and for each recipient. */
  onMail: (mail: ReceivedMail) => MailFaultPlan;
  onRecipient: (address: string) => Refusal | 'drop' | null;
  /** User names that were tried. */
  logins: string[];
  close(): Promise<void>;
}

interface MailAccount {
  email: string;
  name: string;
  host: string;
  port: number;
  secure: boolean;
  username: string;
  password: string;
}

/** A mail server on loopback that speaks the whole protocol and takes one password. */
export async function startMailServer(
  password = 'the right word',
  options: SMTPServerOptions = {},
): Promise<TestMailServer> {
  const logins: string[] = [];
  const result: Omit<TestMailServer, 'close' | 'port' | 'account'> = {
    ...{ logins, mails: [] },
    onMail: () => null,
    onRecipient: () => null,
  };
  const server = new SMTPServer({
    onRcptTo({ address }, session, done) {
      const plan = result.onRecipient(address);
      if (plan === 'drop') breakOff(session.id);
      else done(plan === null ? null : refusal(plan));
    },
    onData(stream, session, done) {
      const chunks: Uint8Array[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(new Uint8Array(chunk)));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address).join(),
          source: Buffer.concat(chunks).toString(),
        };
        const plan = result.onMail(mail);
        if (plan === null || plan === 'keepAndDrop') result.mails.push(mail);
        if (plan === null) done(null, 'kept');
        else if (typeof plan === 'object') done(refusal(plan));
        else breakOff(session.id);
      });
    },
    banner: 'secret banner',
    onAuth(auth, _session, done) {
      logins.push(auth.username ?? '');
      if (auth.password === password) done(null, { user: auth.username });
      else done(new Error('secret reason'));
    },
    ...options,
  });
  function breakOff(id: string): void {
    for (const one of server.connections) if (one.session.id === id) one.close();
  }
  // What a peer that breaks off causes is no matter of the test.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(result, {
    port,
    account: {
      ...{ email: 'gala@example.org', name: 'Gala', host: '127.0.0.1', port, secure: false },
      ...{ username: 'gala', password },
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}

const refusal = ({ refuse: responseCode, about }: Refusal): Error =>
  Object.assign(
    new Error(about === undefined ? 'refused' : `${Math.floor(responseCode / 100)}.${about} refused`),
    {
      responseCode,
    },
  );
