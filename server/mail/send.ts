import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailFault } from '#api/schemas.ts';
import { mailFault, smtpConnection, type MailServer } from './smtp.ts';
import { within } from './within.ts';

export interface Mail {
  from: string;
  to: string;
  /** Bytes, for servers that refuse by them; may be somewhat less than come. */
  atLeast: number;
  /** Headers and body. */
  bytes: Readable;
}

/** How it went. What cannot be known is said so. */
export type MailOutcome =
  | { kind: 'sent' }
  /** By the server's answer; `permanent`: to try again is of no use; `detail`: what it is about, as far as that was told (RFC 3463): '7.1'. */
  | { kind: 'refused'; code: number; permanent: boolean; detail?: string }
  /** The server told how large a message may be, or that this one is larger. */
  | { kind: 'too_large' }
  /** The connection broke after the end of the message: the server has it, or has not. `stalled`: no answer came in time. */
  | { kind: 'unknown'; stalled?: true }
  /** `commit` did not agree; nothing was accepted. */
  | { kind: 'left' }
  /** The connection has carried others, and ended before any of this message went: servers let so many go over one. Another may take it. */
  | { kind: 'worn' }
  /**
   * There is no connection, or it broke (`midway`: upon this message): surely not accepted. `code`: the server asked to wait before it
   * took anything.
   */
  | { kind: 'down'; fault: MailFault; midway?: true; code?: number };

/** ms without a word from the server. After the end of a message servers look at it closely, which may take minutes. */
const PATIENCE = 150_000;
/** What it may take in all, however often a word comes: so many times that long, and for a message what a slow line needs (bytes per ms). */
const TO_OPEN = 2;
const TO_SEND = 4;
const SLOWEST = 5;

/**
 * A connection that sends one mail after the other, opened by the first. The message is on its way while `commit` makes durable that it
 * is; only after that comes the final dot, by which the server accepts.
 */
export interface MailConnection {
  send(mail: Mail, commit: () => Promise<boolean>): Promise<MailOutcome>;
  close(): void;
}

export function openMailConnection(server: MailServer, patience = PATIENCE): MailConnection {
  let connection: SMTPConnection | null = null;
  /** Mails that went over it. */
  let carried = 0;

  async function open(): Promise<SMTPConnection> {
    const opened = smtpConnection(server, patience);
    connection = opened;
    carried = 0;
    // Each step hears of it by its callback too; without a listener it would end the process.
    opened.on('error', () => undefined);
    const broken = new Promise<never>((_, reject) => {
      opened.once('error', reject);
      opened.once('end', () =>
        reject(Object.assign(new Error('the connection ended'), { code: 'ETIMEDOUT' })),
      );
    });
    broken.catch(() => undefined);
    await Promise.race([step((done) => opened.connect(done)), broken]);
    if (server.username === '') return opened;
    const credentials = { user: server.username, pass: server.password };
    await Promise.race([step((done) => opened.login({ user: server.username, credentials }, done)), broken]);
    return opened;
  }

  function close(): void {
    connection?.close();
    connection = null;
  }

  return {
    async send({ from, to, atLeast, bytes }, commit) {
      // Whoever reads it hears of it; before that it would end the process.
      bytes.on('error', () => undefined);
      let open_: SMTPConnection;
      try {
        open_ =
          connection !== null && isUsable(connection)
            ? connection
            : await within(TO_OPEN * patience, open(), close);
      } catch (error) {
        bytes.destroy();
        close();
        const { responseCode: code = 0 } = error as { responseCode?: number };
        const asksToWait = code >= 400 && code < 500;
        return { kind: 'down', fault: mailFault(error), ...(asksToWait ? { code } : {}) };
      }
      const marks = { left: false, begun: false, mayBeThere: false };
      // Made durable while server and message come to terms: a mail waits for it at its end alone.
      const agreed = commit();
      agreed.catch(() => undefined);
      const body = committing(bytes, agreed, marks);
      const failed = await within(
        TO_SEND * patience + atLeast / SLOWEST,
        sendOn(open_, { from, to: [to], size: atLeast }, body),
        close,
      ).catch((error: unknown) => error);
      if (failed === null) {
        carried++;
        return { kind: 'sent' };
      }
      // Whoever looks at the outcome finds the mark there, or not.
      await agreed.catch(() => undefined);
      const { responseCode: code = 0 } = failed as { responseCode?: number };
      if (isTooLarge(failed)) return { kind: 'too_large' };
      // Whatever was under way on it is over; a refused recipient leaves it usable.
      const isLost = marks.left || code === 0 || code === 421;
      const fault = mailFault(failed);
      const isWorn = isLost && !marks.left && !marks.begun && carried > 0 && fault !== 'timeout';
      if (isLost || !(await within(patience, isReset(open_), close).catch(() => false))) close();
      if (marks.left) return { kind: 'left' };
      if (isWorn) return { kind: 'worn' };
      if (refusesSender(failed)) return { kind: 'down', fault: 'sender_refused' };
      if (code >= 400) return refusedBy(failed, code);
      if (!marks.mayBeThere) return { kind: 'down', fault, midway: true };
      return { kind: 'unknown', ...(fault === 'timeout' ? { stalled: true } : {}) };
    },
    close() {
      connection?.quit();
      close();
    },
  };
}

/** Of the message: larger than the system takes. */
const TOO_LARGE = '3.4';

function refusedBy(error: unknown, code: number): MailOutcome {
  const { response = '' } = error as { response?: string };
  const [, detail] = /^\d{3}[ -][245]\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (detail === TOO_LARGE && code >= 500) return { kind: 'too_large' };
  return { kind: 'refused', code, permanent: code >= 500, ...(detail === undefined ? {} : { detail }) };
}

/** nodemailer finds that out by itself. */
function isTooLarge(error: unknown): boolean {
  const { code, command, responseCode } = error as Partial<Record<string, unknown>>;
  return code === 'EMESSAGE' && command === 'MAIL FROM' && responseCode === undefined;
}

/** Too large, or not so many bytes more: that is said of the one message. */
const OF_ITS_SIZE = new Set([552, 523]);

/** No recipient was named yet: whoever sends may not, not without a login, or no more today, and nobody else would get theirs. */
function refusesSender(error: unknown): boolean {
  const { command, responseCode: code = 0 } = error as { command?: string; responseCode?: number };
  return command === 'MAIL FROM' && code >= 500 && !OF_ITS_SIZE.has(code);
}

const isUsable = ({ _destroyed: isDestroyed, _closing: isClosing }: SMTPConnection & Internals): boolean =>
  isDestroyed !== true && isClosing !== true;
interface Internals {
  _destroyed?: boolean;
  _closing?: boolean;
}

/** The bytes of a message, whose end comes when it is durable that it may be there. */
function committing(
  bytes: Readable,
  agreed: Promise<boolean>,
  marks: { left: boolean; begun: boolean; mayBeThere: boolean },
): Readable {
  async function* told(): AsyncGenerator<Uint8Array> {
    marks.begun = true;
    yield* bytes as AsyncIterable<Uint8Array>;
    try {
      marks.left = !(await agreed);
    } catch (error) {
      marks.left = true;
      throw error;
    }
    if (marks.left) throw new Error('left');
    marks.mayBeThere = true;
  }
  return Readable.from(told(), { objectMode: false });
}

/** Resolves with what it failed of, or null. */
function sendOn(
  connection: SMTPConnection,
  envelope: { from: string; to: string[]; size: number },
  body: Readable,
): Promise<unknown> {
  return new Promise((resolve) => {
    connection.send(envelope, body, (error) => resolve(error ?? null));
  });
}

function isReset(connection: SMTPConnection): Promise<boolean> {
  return new Promise((resolve) => {
    connection.once('end', () => resolve(false));
    connection.reset((error) => resolve(error == null));
  });
}

function step(begin: (callback: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    begin((error) => (error == null ? resolve() : reject(error)));
  });
}
