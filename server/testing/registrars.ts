import { idFromBytes } from '#domain/ids.ts';
import { Accounts } from '../auth/accounts.ts';
import { Logins } from '../auth/logins.ts';
import { createRegistrar, type Registrar } from '../commands/registrar.ts';
import { GatewayWriter } from '../gateway/write/write.ts';
import { SecurityLog } from '../security/securityLog.ts';
import { Services } from '../services/services.ts';
import type { Storage } from '../storage/types.ts';

/** Registrars over one storage, each as one of a process of its own. */
export interface Registrars {
  /** `over`: the same storage in another coat, a dying one for instance. */
  open(over?: Storage): Registrar;
  /** What such a process judges and writes with. */
  writer(over?: Storage): GatewayWriter;
  close(): Promise<void>;
}

/** `patience`: how long another process may take, ms. */
export function testRegistrars(storage: Storage, patience?: number): Registrars {
  const security = new SecurityLog({ storage, now: Date.now, tell: () => undefined });
  const newId = (): string => idFromBytes(crypto.getRandomValues(new Uint8Array(16)));
  const opened: Registrar[] = [];
  function writer(over = storage): GatewayWriter {
    const accounts = new Accounts(over, new Logins(over, 3600));
    const services = new Services(over, () => Promise.reject(new Error('no key')));
    return new GatewayWriter({ storage: over, accounts, security, services, now: Date.now });
  }
  return {
    writer,
    open(over = storage) {
      const made = createRegistrar({ storage: over, writer: writer(over), newId, now: Date.now, patience });
      opened.push(made);
      return made;
    },
    async close() {
      for (const one of opened) await one.close();
      await security.close();
    },
  };
}
