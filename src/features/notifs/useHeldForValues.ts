import { useDeferredValue, useMemo, useState } from 'react';
import type { Audience } from '#domain/notifications/audience.ts';
import { messageValues } from '#domain/notifications/variables.ts';
import { placeholdersOf, whatsappMessage } from '#domain/notifications/whatsapp.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useRegistrationFacts } from '#hooks/data/registrations.ts';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import type { NotifFormValues } from './notifFormValues.ts';

/** Any link has a value: the server makes it. */
const LINK = 'https://…';

/** With those held back who lack what approved content names, as the server will hold them back. */
export function useHeldForValues(audience: Audience, values: NotifFormValues): Audience {
  const factsOf = useRegistrationFacts();
  const templates = useLive((store) => store.documents('whatsapptemplate'));
  const [now] = useState(() => Date.now());
  // All who are meant are looked at: the typing goes first.
  const { method, templateId, variables } = useDeferredValue(values);
  return useMemo(() => {
    const template = templates.get(templateId ?? '');
    if (method !== 'whatsapp' || template === undefined || placeholdersOf(template).length === 0)
      return audience;
    const due = audience.due.map((recipient) => {
      const { consumerId, language, hold } = recipient;
      const facts = hold === null ? factsOf({ consumerId }) : null;
      if (facts === null) return recipient;
      const own = messageValues(facts, DOCUMENT_WORDS[language], { now, link: LINK });
      const { lacks } = whatsappMessage(template, variables, own);
      return lacks.length === 0 ? recipient : { ...recipient, hold: 'missing_value' as const };
    });
    return { ...audience, due };
  }, [audience, factsOf, templates, method, templateId, variables, now]);
}
