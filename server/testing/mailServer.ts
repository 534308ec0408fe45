import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface TestMailServer {
  port: number;
  /** User names that were tried. */
  logins: string[];
  close(): Promise<void>;
}

/** A mail server on loopback that speaks the whole protocol and takes one password. */
export async function startMailServer(
  password: string,
  options: SMTPServerOptions = {},
): Promise<TestMailServer> {
  const logins: string[] = [];
  const server = new SMTPServer({
    banner: 'secret banner',
    onAuth(auth, _session, done) {
      logins.push(auth.username ?? '');
      if (auth.password === password) done(null, { user: auth.username });
      else done(new Error('secret reason'));
    },
    ...options,
  });
  // What a peer that breaks off causes is no matter of the test.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    logins,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
