import { ConfigError } from '../base/config.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import type { Accounts } from './accounts.ts';
import type { Codes } from './codes.ts';

/** Takes somebody's one-time codes away at the operator's word (RESET_CODES): the last manager has nobody else to ask. */
export async function resetAtStart(
  name: string | null,
  { accounts, codes, security }: { accounts: Accounts; codes: Codes; security: SecurityLog },
): Promise<void> {
  if (name === null) return;
  const subject = await accounts.named(name);
  if (subject === null) throw new ConfigError('RESET_CODES', `names no user: ${name}`);
  if (await codes.end(subject.id)) security.note({ kind: 'codes_reset', subject, address: '' });
}
