import { dialled } from '#domain/text/dialled.ts';
import { PATIENCE, sendByTwilio, type TwilioOptions } from '../../sms/twilio.ts';
import type { ServiceSettings } from '../../services/services.ts';
import type { Channel, Outcome } from './channel.ts';

type TwilioSettings = NonNullable<ServiceSettings['sms']>;
const AT_ONCE = 4;
const SETTLING = 3000;

/** A number as Twilio has it. */
export function numbered(method: 'sms' | 'whatsapp', number: string): string {
  const plain = dialled(number);
  return method === 'whatsapp' ? `whatsapp:${plain}` : plain;
}

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
  }: Partial<Omit<TwilioOptions, 'take'>> & {
    /** Whether a row has it, of all that there are. */
    isKnown(sid: string): boolean;
    statusUrl?: (rowId: string) => string | null;
  },
): Channel {
  /** Others at once look in the same list, before the ledger knows whose is whose. */
  const taken = new Set<string>();
  const take = (message: string): boolean => {
    if (taken.has(message) || isKnown(message)) return false;
    taken.add(message);
    return true;
  };
  const account = { base, sid: sid ?? '', token: token ?? '' };
  return {
    atOnce: AT_ONCE,
    async send(frozen, _files, commit, rowId): Promise<Outcome> {
      if (frozen.method === 'email') throw new TypeError('an e-mail');
      // The request is its own final dot: the mark is there before anything is said.
      if (!(await commit())) return { kind: 'left' };
      const { from, to, text: body, contentSid, variables } = frozen;
      const message = {
        from: numbered(method, from),
        to: numbered(method, to),
        body,
        contentSid,
        variables,
        statusUrl: rowId === undefined ? null : (statusUrl?.(rowId) ?? null),
      };
      const outcome = await sendByTwilio(account, message, { take, patience, settling });
      switch (outcome.kind) {
        case 'sent':
          return { kind: 'sent', providerId: outcome.sid };
        case 'refused': {
          const { code, ...refused } = outcome;
          const failure =
            code === null ? { error: 'provider_refused' } : { error: String(code), errorCode: code };
          return { ...refused, failure };
        }
        case 'faulty':
          return { ...outcome, kind: 'refused', permanent: false, failure: { error: 'provider_down' } };
        case 'login_refused':
        case 'unreachable':
          return { kind: 'down', fault: outcome.kind, permanent: outcome.kind === 'login_refused' };
        default:
          return outcome;
      }
    },
    close: () => undefined,
  };
}
