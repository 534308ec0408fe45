import { setTimeout } from 'node:timers/promises';
import { ConfigError, type Config } from '../base/config.ts';
import type { Accounts } from './accounts.ts';
import { generatePassword } from './passwords.ts';

const DEFAULT_NAME = 'manager';
/** How long another server, starting beside this one, may take to create the first manager (ms), and the steps. */
const PATIENCE = 70_000;
const STEP = 500;

/**
 * Creates the first manager where there is none (docs/contract.md, "Commands"), from ADMIN_USERNAME and ADMIN_PASSWORD or
 * with a generated password, which `announce` shows just before the account comes into being: a crash between the two
 * means a new password at the next start, never an account whose password nobody has seen.
 */
export async function ensureFirstManager(
  accounts: Accounts,
  admin: Config['admin'],
  { alone, announce }: { alone: boolean; announce: (username: string, password: string) => void },
): Promise<void> {
  const username = admin.username ?? DEFAULT_NAME;
  const until = Date.now() + PATIENCE;
  while (!(await accounts.hasManager())) {
    const password = admin.password ?? generatePassword();
    const beforeCommit = () => {
      if (admin.password === null) announce(username, password);
    };
    const input = { username, password, role: 'manager' } as const;
    if ((await accounts.create(input, Date.now(), { alone, beforeCommit })) !== null) return;
    if (alone || Date.now() > until) {
      throw new ConfigError(
        'ADMIN_USERNAME',
        `cannot be ${username}: a user who is no manager has that name`,
      );
    }
    await setTimeout(STEP);
  }
}
