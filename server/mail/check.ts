import { once } from 'node:events';
import type { MailFault } from '#api/schemas.ts';
import { mailFault, smtpConnection, type MailServer } from './smtp.ts';

/** What a check may take in all, ms: a server may answer each command just before its time is up. */
const LIMIT = 12_000;

/** Connects and logs in, and sends nothing. Resolves with what is wrong, or null. */
export async function checkMailServer(server: MailServer): Promise<MailFault | null> {
  const connection = smtpConnection(server, LIMIT);
  const late = setTimeout(() => connection.close(), LIMIT);
  try {
    // The connection tells errors by an event, at whatever step they come; without a listener they would end the process.
    const failed = once(connection, 'error').then(([error]) => Promise.reject(error as Error));
    const ended = once(connection, 'end').then(() => Promise.reject(timedOut()));
    const done = (async () => {
      await step((callback) => connection.connect(callback));
      if (server.username === '') return;
      const credentials = { user: server.username, pass: server.password };
      await step((callback) => connection.login({ user: server.username, credentials }, callback));
    })();
    await Promise.race([done, failed, ended]);
    connection.quit();
    return null;
  } catch (error) {
    return mailFault(error);
  } finally {
    clearTimeout(late);
    connection.close();
  }
}

const timedOut = (): Error => Object.assign(new Error('the connection ended'), { code: 'ETIMEDOUT' });

function step(begin: (callback: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    begin((error) => (error == null ? resolve() : reject(error)));
  });
}
