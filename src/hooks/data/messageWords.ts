import { useTranslation } from 'react-i18next';
import type { Notif } from '#domain/documents/notif.ts';
import type { NotifAttempt } from '#domain/notifications/attempts.ts';
import type { Hold } from '#domain/notifications/audience.ts';
import { askedTemplate, contentsOf } from '#domain/notifications/contents.ts';
import { notifName } from '#domain/notifications/name.ts';
import { lastRunOf } from '#domain/notifications/outcome.ts';
import type { English } from '#i18n/en/index.ts';
import { useEventFormat } from './calendar.ts';
import { useLive } from './event.tsx';

type ErrorKey = keyof English['client_display']['notifErrors'];

/** Words of the reasons (specification 1 §8, and our own); any other provider code is shown as it is. */
const ERROR_KEYS: Readonly<Record<string, ErrorKey>> = {
  disabled: 'disabled',
  misconfigured: 'misconfigured',
  missing_email: 'missing_email',
  missing_template: 'missing_template',
  missing_phone: 'missing_phone',
  unreadable_template: 'unreadable_template',
  unprintable: 'unprintable',
  missing_file: 'missing_file',
  no_address: 'no_address',
  no_cards: 'no_cards',
  missing_value: 'missing_value',
  empty_message: 'empty_message',
  unknown_variable: 'unknown_variable',
  too_long: 'too_long',
  nothing_open: 'nothing_open',
  stopped: 'stopped',
  invoice_taken_back: 'invoice_taken_back',
  document_changed: 'document_changed',
  too_large: 'too_large',
  provider_refused: 'provider_refused',
  provider_down: 'provider_down',
  // Of before.
  '0': 'provider_down',
  undelivered: 'undelivered',
  uncertain: 'uncertain',
  '21211': 'invalid_phone',
};
/** What servers answer of addresses and mailboxes (RFC 5321, 4.2.3). */
const SMTP_WORDS: Readonly<Record<string, keyof English['notifs']['smtp']>> = {
  ...{ '550': 'address', '551': 'address', '553': 'address', '452': 'full', '552': 'full' },
};
const SMTP_CODE = /^([45]\d\d)(?: [45]\.(\d{1,3}\.\d{1,3}))?$/;

/** What it is about says the second code (RFC 3463), where there is one: that mail is not wanted is no word of the address. */
function smtpWord(code: string, about: string | undefined): keyof English['notifs']['smtp'] {
  if (about === undefined || about === '0.0') return SMTP_WORDS[code] ?? 'refused';
  return about.startsWith('1.') ? 'address' : about === '2.2' ? 'full' : 'refused';
}
const LACKS = { subject: 'noSubject', text: 'noText', template: 'missingTemplate' } as const;

/** What notifications are called in lists. */
export function useNotifName(): (notif: Pick<Notif, 'contents' | 'notifMethod'>) => string {
  const { t } = useTranslation();
  const templates = useLive((store) => store.documents('whatsapptemplate'));
  return (notif) => {
    const name = notifName(notif, templates, (variable) => `[${t(`templateVariables.${variable}`)}]`);
    return 'words' in name ? name.words : t(`notifs.${LACKS[name.lacks]}`);
  };
}

/** How a notification goes, and when: one that was run is inactive, and says nothing of what it did. */
export function useNotifKind(): (
  notif: Pick<Notif, 'notifMethod' | 'notifType' | 'date' | 'count'>,
) => string {
  const { t } = useTranslation();
  const format = useEventFormat();
  return (notif) => {
    const { notifMethod, notifType } = notif;
    const ran = notifType === 'inactive' ? lastRunOf(notif) : null;
    const type =
      ran !== null ? t('notifs.ran', { date: format.dateTime(ran.date) }) : t(`notifs.types.${notifType}`);
    return `${t(`notifs.methods.${notifMethod}`)} · ${type}`;
  };
}

export interface ReasonWords {
  text: string;
  /** Where the provider explains its code. */
  link: string | null;
}

/** Why a message is held back, and whose template it is where one is missing. */
export function useHoldWords(): (hold: Hold, message: Parameters<typeof askedTemplate>[0]) => string {
  const { t } = useTranslation();
  return (hold, message) => {
    const asked = hold === 'missing_template' ? askedTemplate(message) : null;
    return asked === null ? t(`notifs.holds.${hold}`) : t(`notifs.lacksTemplate.${asked}`);
  };
}

/** Null where the message says something else by now than what was tried. */
function askedThen({ date }: NotifAttempt, notif: Notif | null): ReturnType<typeof askedTemplate> {
  const isAsThen = notif !== null && date >= (notif.metadata.updatedAt ?? 0);
  return isAsThen ? askedTemplate(contentsOf(notif)) : null;
}

/** Why a message was not delivered; null for one that was, or without a reason. */
export function useReasonWords(): (attempt: NotifAttempt, notif?: Notif | null) => ReasonWords | null {
  const { t } = useTranslation();
  return (attempt, notif = null) => {
    const { ok, error, errorCode } = attempt;
    if (ok) return null;
    const code = errorCode == null ? '' : String(errorCode);
    const key = ERROR_KEYS[code] ?? ERROR_KEYS[error ?? ''];
    // A code of its own says more than the word for it, unless the specification has one.
    if (/^\d{4,6}$/.test(code) && ERROR_KEYS[code] === undefined) {
      return {
        text: t('notifs.providerError', { code }),
        link: `https://www.twilio.com/docs/api/errors/${code}`,
      };
    }
    const asked = key === 'missing_template' ? askedThen(attempt, notif) : null;
    if (asked !== null) return { text: t(`notifs.lacksTemplate.${asked}`), link: null };
    if (key !== undefined) return { text: t(`client_display.notifErrors.${key}`), link: null };
    const [said, smtp, about] = SMTP_CODE.exec(error ?? '') ?? SMTP_CODE.exec(code) ?? [];
    if (smtp !== undefined)
      return { text: t(`notifs.smtp.${smtpWord(smtp, about)}`, { code: said }), link: null };
    const other = error || code;
    // Nobody failed: they said so themselves.
    if (other === '') return error === null ? { text: t('notifs.holds.opted_out'), link: null } : null;
    return { text: other, link: null };
  };
}
