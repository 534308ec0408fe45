import { randomUUID } from 'node:crypto';
import { LANGUAGES, type Language } from '#domain/config.ts';
import { escaped } from '#domain/notifications/richText.ts';
import { ACCOUNT_WORDS } from '#i18n/accountWords.ts';
import type { Customer } from '../customers/customers.ts';
import { dropPasswordLink, newPasswordLink } from '../customers/passwordLinks.ts';
import { Hopeless, type JobKind } from '../jobs/job.ts';
import type { Services, ServiceSettings } from '../services/services.ts';
import { read } from '../storage/documents.ts';
import { DATABASES } from '../storage/types.ts';
import { serviceStates } from './compose/eventFacts.ts';
import { mailChannel } from './channels/mailChannel.ts';

export const PASSWORD_PATH = '/customer-password';
interface PasswordMail {
  language: Language;
  /** The account was made with a registration: nobody asked for this mail. */
  isNew?: boolean;
}
/** Its key is the account's id; whether there is such an account is the job's to see, so that asking takes as long. */
export const PASSWORD_MAIL = {
  name: 'mailPasswordLink',
  ...{ atOnce: 2, attempts: 3, firstWait: 10_000, longestWait: 60_000 },
} as const satisfies Omit<JobKind<PasswordMail>, 'run'>;

export interface PasswordMailParts {
  services: Services;
  publicUrl: string | null;
}

/** Mails a link for a new password, by the mail server of the event that the account registered for last. */
export const passwordMail = ({ services, publicUrl }: PasswordMailParts): JobKind<PasswordMail> => ({
  ...PASSWORD_MAIL,
  async run({ key: id, payload, storage, now }) {
    const db = await storage.open(DATABASES.customers);
    const account = (await read(db, id)) as unknown as Customer | null;
    if (account === null || publicUrl === null) return;
    const settings = await settingsFor(services, account);
    if (settings == null) throw new Hopeless('no event of the account has a mail server');
    const token = await newPasswordLink(db, id, now());
    if (token === null) return;
    const language = LANGUAGES.find((one) => one === payload.language) ?? 'fr';
    const query = new URLSearchParams({ account: id, token, lang: language });
    const url = `${publicUrl}/api${PASSWORD_PATH}/new?${query}`;
    const { subject, text } = ACCOUNT_WORDS[language][payload.isNew === true ? 'newMail' : 'mail'];
    const address = settings.email ?? '';
    const channel = mailChannel(settings);
    try {
      const lines = escaped(text(url)).replaceAll('\n', '<br>');
      const outcome = await channel.send(
        {
          ...{ method: 'email', to: account.email, from: { name: settings.name ?? '', address } },
          ...{ subject, text: text(url), date: now(), files: [] },
          html: lines.replace(escaped(url), (link) => `<a href="${link}">${link}</a>`),
          messageId: `<${randomUUID()}@${address.split('@')[1] ?? 'localhost'}>`,
        },
        [],
        () => Promise.resolve(true),
      );
      // What may have arrived is not sent again: whoever waits asks once more.
      if (outcome.kind !== 'refused' && outcome.kind !== 'down') return;
      await dropPasswordLink(db, id, token);
      throw outcome.permanent
        ? new Hopeless('the mail was refused')
        : new Error('the mail could not be sent');
    } finally {
      channel.close();
    }
  },
});

async function settingsFor(
  services: Services,
  { registrations }: Customer,
): Promise<NonNullable<ServiceSettings['email']> | null> {
  const newest = Object.entries(registrations).sort(([, a], [, b]) => b - a);
  for (const eventId of new Set(newest.map(([key]) => key.split('/')[0] ?? ''))) {
    const settings = await services.of(eventId);
    if (serviceStates(settings).email === 'ready') return settings?.email ?? null;
  }
  return null;
}
