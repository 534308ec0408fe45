import { buildServer, type BuiltServer } from './build.ts';
import { readConfig } from './base/config.ts';
import { explain } from './process/explain.ts';
import { surviveOutput } from './base/logging.ts';
import { lifeline } from './process/lifeline.ts';
import { failRequest } from './http/requestFaults.ts';
import { failCall } from './storage/calls.ts';

export { buildServer, type BuiltServer } from './build.ts';

export interface StartedServer {
  /** Where it listens, for example `http://127.0.0.1:3000`. */
  url: string;
  /** Ends it cleanly; the process may exit then. */
  close(): Promise<void>;
}

/** A second signal sooner than this (ms) is the first one again: a terminal, npm and our parent all pass it on. */
const ECHO = 1000;
/**
 * Connections that the system takes for a server that is at work: a hall's devices all come back in the second after a
 * restart. Node's own 511 leaves the others to try again after one second, three, seven.
 */
const KNOCKING = 4096;

/**
 * The whole server as an operator starts it: reads the environment, listens, and ends on SIGINT, SIGTERM, SIGHUP, POST
 * /api/shutdown and with its parent, with exit code 0. A second signal ends it at once. Problems that the operator can
 * mend are one line on stderr and exit code 1.
 */
export async function startServer(env: Record<string, string | undefined>): Promise<StartedServer> {
  surviveOutput();
  let server: BuiltServer | null = null;
  let endingSince: number | null = null;
  const end = (): void => {
    if (endingSince !== null) {
      if (performance.now() - endingSince >= ECHO) process.exit(1);
      return;
    }
    endingSince = performance.now();
    (server?.close() ?? Promise.resolve()).then(
      () => process.exit(0),
      (error: unknown) => {
        complain(`could not end cleanly: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  try {
    const config = readConfig(env);
    const built = await buildServer({ config, shutdown: end, announce });
    server = built;
    process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end);
    lifeline.onOrphaned(end);
    process.on('uncaughtException', (error, origin) => {
      if (isSurvived(error, origin)) return built.app.log.error({ err: error }, 'uncaught, survived');
      built.app.log.fatal({ err: error }, 'uncaught');
      // An unknown state; acknowledged writes are on disk: end, and let the parent start anew.
      complain(`ended by an unexpected failure: ${error.message}`);
      process.exit(1);
    });
    const url = await built.app.listen({ port: config.port, host: config.host, backlog: KNOCKING });
    lifeline.ready();
    return { url, close: () => built.close() };
  } catch (error) {
    await (server as BuiltServer | null)?.close().catch(() => undefined);
    complain(explain(error));
    return process.exit(1);
  }
}

/**
 * An error inside one request, or one call of a database, ends that request or call and nothing else. A promise that
 * nobody waits for leaves nothing half done either.
 */
function isSurvived(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): boolean {
  return failCall(error) || failRequest(error) || origin === 'unhandledRejection';
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

function announce(username: string, password: string): void {
  process.stdout.write(
    `\nFirst start: log in as "${username}" with the password "${password}". It is not shown again.\n\n`,
  );
}
