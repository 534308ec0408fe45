import { useDeferredValue, useMemo, useState } from 'react';
import type { Recipient } from '#domain/notifications/audience.ts';
import { smsSize, smsText } from '#domain/notifications/sms.ts';
import { filled, messageValues, partsOf } from '#domain/notifications/variables.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useNow } from '#hooks/data/now.ts';
import { useRegistrationFacts } from '#hooks/data/registrations.ts';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import { linkCounted } from './linkCounted.ts';

/** What is paid for a text with variables: how many SMS a person, and in all. */
export interface SmsCost {
  least: number;
  most: number;
  total: number;
}

/** Of those who get it; null where nobody does, or where the text is the same for all. */
export function useSmsCost(due: readonly Recipient[], typed: string): SmsCost | null {
  const factsOf = useRegistrationFacts();
  const consumers = useLive((store) => store.consumers());
  const { id: eventId } = useEvent();
  const [now] = useState(useNow());
  const text = useDeferredValue(typed);
  const differs = partsOf(text).some((part) => 'variable' in part);
  // What people have stays while somebody writes.
  const valued = useMemo(
    () =>
      (differs ? due : []).flatMap(({ consumerId, language, hold }) => {
        const consumer = consumers.get(consumerId);
        const facts = hold === null ? factsOf({ consumerId }) : null;
        if (facts === null || consumer === undefined) return [];
        return [
          messageValues(facts, DOCUMENT_WORDS[language], { now, link: linkCounted(eventId, consumer) }),
        ];
      }),
    [differs, due, factsOf, consumers, eventId, now],
  );
  return useMemo(() => {
    const [first, ...others] = valued.map((values) => smsSize(smsText(filled(text, values))).segments);
    if (first === undefined) return null;
    return others.reduce<SmsCost>(
      ({ least, most, total }, one) => ({
        least: Math.min(least, one),
        most: Math.max(most, one),
        total: total + one,
      }),
      { least: first, most: first, total: first },
    );
  }, [valued, text]);
}
