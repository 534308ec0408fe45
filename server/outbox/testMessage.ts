import { randomUUID } from 'node:crypto';
import type { TestMessage, TestMessageFault } from '#api/messageSchemas.ts';
import { escaped } from '#domain/notifications/richText.ts';
import { TEST_MESSAGE_WORDS } from '#i18n/testMessageWords.ts';
import type { ServiceSettings } from '../services/services.ts';
import { TWILIO_API } from '../sms/twilio.ts';
import type { Outcome } from './channels/channel.ts';
import { serviceStates } from './compose/eventFacts.ts';
import type { Frozen } from './ledger/frozen.ts';
import { mailChannel } from './channels/mailChannel.ts';
import { twilioChannel } from './channels/twilioChannel.ts';

/** Somebody waits for it (ms). */
const PATIENCE = 15_000;

/** Sends one message by the settings as they are stored, and no row tells of it. Resolves with what is wrong, or null. */
export async function sendTest(
  settings: ServiceSettings | null,
  { method, to, language }: TestMessage,
  { twilioBase, now }: { twilioBase: string | null; now: () => number },
): Promise<TestMessageFault | null> {
  const state = serviceStates(settings)[method];
  const section = settings?.[method];
  if (state !== 'ready' || settings == null || section == null)
    return { reason: state === 'disabled' ? 'disabled' : 'misconfigured', errorCode: null };
  const { subject, text } = TEST_MESSAGE_WORDS[language];
  const date = now();
  let channel;
  let frozen: Frozen;
  if (method === 'email') {
    const { email: address = '', name } = settings.email ?? {};
    const domain = (address ?? '').split('@')[1] ?? 'localhost';
    channel = mailChannel(settings.email ?? {}, PATIENCE);
    frozen = {
      ...{ method, to, from: { name: name ?? '', address: address ?? '' }, subject, text, date },
      ...{ html: `<p>${escaped(text)}</p>`, messageId: `<${randomUUID()}@${domain}>`, files: [] },
    };
  } else {
    const account = settings[method] ?? {};
    const times = { patience: PATIENCE, isKnown: () => false };
    channel = twilioChannel(method, account, twilioBase ?? TWILIO_API, times);
    frozen = { method, to, from: account.number ?? '', text, contentSid: null, date };
  }
  try {
    return faultOf(await channel.send(frozen, [], () => Promise.resolve(true)));
  } finally {
    channel.close();
  }
}

function faultOf(outcome: Outcome): TestMessageFault | null {
  switch (outcome.kind) {
    case 'sent':
      return null;
    case 'refused': {
      const { error, errorCode } = outcome.failure;
      return { reason: 'refused', errorCode: errorCode == null ? null : error };
    }
    case 'down':
      // A server that asks to wait says nothing of the settings.
      return outcome.code === undefined
        ? { reason: outcome.fault, errorCode: null }
        : { reason: 'refused', errorCode: String(outcome.code) };
    default:
      return { reason: 'uncertain', errorCode: null };
  }
}
