import { useMemo, useState } from 'react';
import { newDocument } from '#domain/documents/new.ts';
import type { Notif } from '#domain/documents/notif.ts';
import type { NotifAttempt } from '#domain/notifications/attempts.ts';
import { attemptsOf, stateOf } from '#domain/notifications/outcome.ts';
import {
  audienceOf,
  NO_PAST,
  type Audience,
  type AudienceSource,
  type Past,
} from '#domain/notifications/audience.ts';
import { useNow } from '#hooks/data/now.ts';
import type { NotifFormValues } from './notifFormValues.ts';

/** What was done before, as registrations tell it; who is asked for again, only the server knows. */
export function pastOf(notifId: string | null, { consumers }: AudienceSource): Past {
  if (notifId === null) return NO_PAST;
  const attempts = (consumerId: string): readonly NotifAttempt[] =>
    attemptsOf(consumers.get(consumerId)?.notifs ?? {}, notifId);
  return {
    attempts: (consumerId) => attempts(consumerId).length,
    wanted: new Map(),
    inVain(consumerId) {
      const last = attempts(consumerId).at(-1);
      return last !== undefined && ['withheld', 'failed'].includes(stateOf(last));
    },
  };
}

/** Who would get what is being typed, by the very rules of the server. Texts alone change nobody. */
export function useAudience(
  notifId: string | null,
  values: NotifFormValues,
  source: AudienceSource,
): { audience: Audience; notif: Notif } {
  const { method, purpose, status, language, sessionIds, unpaidDays } = values;
  const { attachInvitation, attachInvoice, templateId } = values;
  const [now] = useState(useNow());
  return useMemo(() => {
    const contents =
      method === 'email' ? { attachInvitation, attachInvoice } : method === 'sms' ? {} : { templateId };
    const notif = newDocument('notif', {
      _id: notifId ?? 'notif_new',
      notifType: 'one-time',
      notifMethod: method,
      ...{ consumerStatus: status, language, sessionIds, unpaidDays, purpose, contents },
    });
    return { notif, audience: audienceOf(notif, source, pastOf(notifId, source), now) };
  }, [
    notifId,
    method,
    purpose,
    status,
    language,
    sessionIds,
    unpaidDays,
    now,
    attachInvitation,
    attachInvoice,
    templateId,
    source,
  ]);
}
