import { PATIENCE, sendByTwilio, type TwilioOptions } from '../sms/twilio.ts';
import type { ServiceSettings } from '../services/services.ts';
import type { Channel, Outcome } from './channel.ts';

type TwilioSettings = NonNullable<ServiceSettings['sms']>;
const AT_ONCE = 4;
const SETTLING = 3000;

/** SMS, and WhatsApp, which goes the same way with other numbers. */
export function twilioChannel(
  method: 'sms' | 'whatsapp',
  { sid, token }: TwilioSettings,
  base: string,
  {
    isKnown,
    statusUrl,
    patience = PATIENCE,
    settling = SETTLING,
  }: Pick<TwilioOptions, 'isKnown'> &
    Partial<TwilioOptions> & { statusUrl?: (rowId: string) => string | null },
): Channel {
  const account = { base, sid: sid ?? '', token: token ?? '' };
  const numbered = (number: string): string => {
    const plain = number.replaceAll(/[^+\d]/g, '');
    return method === 'whatsapp' ? `whatsapp:${plain}` : plain;
  };
  return {
    atOnce: AT_ONCE,
    async send(frozen, _files, commit, rowId): Promise<Outcome> {
      if (frozen.method === 'email') throw new TypeError('an e-mail');
      // The request is its own final dot: the mark is there before anything is said.
      if (!(await commit())) return { kind: 'left' };
      const { from, to, text: body, contentSid } = frozen;
      const message = {
        from: numbered(from),
        to: numbered(to),
        body,
        contentSid,
        statusUrl: rowId === undefined ? null : (statusUrl?.(rowId) ?? null),
      };
      const outcome = await sendByTwilio(account, message, { isKnown, patience, settling });
      switch (outcome.kind) {
        case 'sent':
          return { kind: 'sent', providerId: outcome.sid };
        case 'refused': {
          const { code, permanent } = outcome;
          return { kind: 'refused', permanent, failure: { error: String(code), errorCode: code } };
        }
        case 'login_refused':
        case 'unreachable':
          return { kind: 'down', fault: outcome.kind, permanent: outcome.kind === 'login_refused' };
        default:
          return { kind: 'unknown' };
      }
    },
    close: () => undefined,
  };
}
