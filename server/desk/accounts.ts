import type { OwnRegistration } from '#domain/commands/ownRegistration.ts';
import type { CustomerLogins } from '../customers/customerLogins.ts';
import { shownRegistrations } from '../customers/customers.ts';
import { notFound } from '../base/errors.ts';
import type { OwnDesk } from './ownDesk.ts';

/** Registrations that one look at an account shows, newest first. */
const MOST = 100;

export interface OwnAccount {
  email: string;
  /** Until a mailed link proved the address only the registration is shown that made the account. */
  isProven: boolean;
  /** Each with the token that opens it. */
  registrations: { token: string; own: OwnRegistration }[];
}

/** Guests' own accounts at the desk: one login for all registrations of an e-mail address. */
export class DeskAccounts {
  private readonly logins: CustomerLogins;
  private readonly desk: OwnDesk;

  constructor(logins: CustomerLogins, desk: OwnDesk) {
    this.logins = logins;
    this.desk = desk;
  }

  /** A token that opens the account; null where address or password is wrong. Throws 429 and 503. */
  signIn(email: string, password: string, address: string): Promise<string | null> {
    return this.logins.open(email, password, address);
  }

  signOut(token: string): Promise<void> {
    return this.logins.end(token);
  }

  /** What a token opens. Throws 404 where it opens nothing. */
  async open(token: string): Promise<OwnAccount> {
    const account = await this.logins.account(token);
    if (account === null) throw notFound('no such account');
    const shown = shownRegistrations(account)
      .map((key) => ({ key, at: account.registrations[key] ?? 0 }))
      .sort((a, b) => b.at - a.at)
      .slice(0, MOST);
    const registrations: OwnAccount['registrations'] = [];
    // One after the other: an account is no way to have the server read a hundred events at once.
    for (const { key } of shown) {
      const [eventId = '', consumerId = ''] = key.split('/');
      const found = await this.desk.ofAccount(eventId, consumerId);
      if (found !== null) registrations.push(found);
    }
    return { email: account.email, isProven: account.provenAt !== undefined, registrations };
  }
}
