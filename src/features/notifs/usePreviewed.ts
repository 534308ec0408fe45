import { useDeferredValue, useMemo, useState } from 'react';
import { settlementOf } from '#domain/money/settlement.ts';
import type { Recipient } from '#domain/notifications/audience.ts';
import { contentsOf } from '#domain/notifications/contents.ts';
import { renderMessage, type Message } from '#domain/notifications/message.ts';
import { messageValues, namesVariable } from '#domain/notifications/variables.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useNow } from '#hooks/data/now.ts';
import { useRegistrationFacts } from '#hooks/data/registrations.ts';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import { linkCounted } from './linkCounted.ts';
import type { NotifFormValues } from './notifFormValues.ts';

/** In place of each person's own link, which only the server can make. */
const LINK_SHOWN = 'https://…';

interface Previewed {
  message: Message;
  /** An SMS with a link as long as theirs will be; '' for all else. */
  counted: string;
  /** It asks somebody to pay who owes nothing. */
  leadsBack: boolean;
}

/** The message as they will get it; null while nothing is known of them. */
export function usePreviewed({ consumerId, language }: Recipient, values: NotifFormValues): Previewed | null {
  const factsOf = useRegistrationFacts();
  const { id: eventId } = useEvent();
  const consumer = useLive((store) => store.consumers().get(consumerId));
  const templates = useLive((store) => store.documents('whatsapptemplate'));
  const [now] = useState(useNow());
  const facts = useMemo(() => factsOf({ consumerId }), [factsOf, consumerId]);
  // A frame is made anew for each letter: the typing goes first.
  const { method, subject, html, font, message: text, templateId, variables } = useDeferredValue(values);
  return useMemo(() => {
    if (facts === null) return null;
    const typed = { subject, body: { font, html, text: '' }, message: text, templateId, variables };
    const contents = contentsOf({ notifMethod: method, contents: typed });
    const whatsapp = templates.get(templateId ?? '') ?? null;
    const rendered = (link: string): Message =>
      renderMessage(contents, messageValues(facts, DOCUMENT_WORDS[language], { now, link }), {
        ...{ language, whatsapp },
      });
    const counted = consumer === undefined ? LINK_SHOWN : linkCounted(eventId, consumer);
    const asksToPay = namesVariable(JSON.stringify([contents, whatsapp?.message]), 'payment_link');
    return {
      message: rendered(LINK_SHOWN),
      counted: method === 'sms' ? rendered(counted).text : '',
      leadsBack: asksToPay && consumer !== undefined && settlementOf(consumer).open === 0,
    };
  }, [
    facts,
    method,
    subject,
    html,
    font,
    text,
    templateId,
    variables,
    language,
    templates,
    now,
    eventId,
    consumer,
  ]);
}
