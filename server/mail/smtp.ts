import type { MailFault } from '#api/schemas.ts';
import { BlockList, isIP } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** Where mails go, and as whom. */
export interface MailServer {
  host: string;
  port: number;
  /** TLS from the start; otherwise STARTTLS, which only a server on this machine may do without. */
  secure: boolean;
  /** Empty where the server asks for none. */
  username: string;
  password: string;
}

const TIMES = { connectionTimeout: 8000, greetingTimeout: 8000, dnsTimeout: 5000 };

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return /^localhost\.?$/i.test(host);
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** A connection to the server that has not been opened yet. */
export function smtpConnection({ host, port, secure }: MailServer, idleTimeout: number): SMTPConnection {
  const isHere = isLoopback(host);
  return new SMTPConnection({
    ...{ host, port, secure, ...TIMES, socketTimeout: idleTimeout, maxResponseSize: 65_536 },
    // Nobody listens between this machine and itself, and certificates for it are seldom to be had.
    ...(isHere ? { tls: { rejectUnauthorized: false } } : { requireTLS: !secure }),
    ...{ allowInternalNetworkInterfaces: true, logger: false },
  });
}

const FAULTS: Partial<Record<string, MailFault>> = {
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
  EAUTH: 'login_refused',
  ENOAUTH: 'login_refused',
  ETIMEDOUT: 'timeout',
  EPROTOCOL: 'no_mail_server',
};

interface SmtpError {
  code: string;
  message: string;
  responseCode: number;
}

/** What an error of a connection comes to. What the other side said in its own words stays on this server. */
export function mailFault(error: unknown): MailFault {
  const { code = '', message = '', responseCode = 0 } = (error ?? {}) as Partial<SmtpError>;
  if (/certificate|self.signed|\bSSL\b|\bTLS\b|wrong version number/i.test(message) && code !== 'EAUTH')
    return 'tls';
  if (code === 'EAUTH' && responseCode >= 400 && responseCode < 500) return 'later';
  return FAULTS[code] ?? 'unreachable';
}
