import { setTimeout } from 'node:timers/promises';
import { ConfigError, type Config } from '../base/config.ts';
import { newId } from '../base/newId.ts';
import { patiently } from '../storage/opening.ts';
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
  // The same at each try: a try that broke off holds the name for its own user alone.
  const id = newId();
  const until = Date.now() + PATIENCE;
  while (!(await patiently(() => accounts.hasManager()))) {
    const password = admin.password ?? generatePassword();
    const beforeCommit = () => {
      if (admin.password === null) announce(username, password);
    };
    const input = { id, username, password, role: 'manager' } as const;
    const created = await patiently(() => accounts.create(input, Date.now(), { alone, beforeCommit }));
    if (created !== null) return;
    if (alone || Date.now() > until) {
      throw new ConfigError(
        'ADMIN_USERNAME',
        `cannot be ${username}: a user who is no manager has that name`,
      );
    }
    await setTimeout(STEP);
  }
}
