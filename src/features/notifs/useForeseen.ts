import { useDeferredValue, useMemo, useState } from 'react';
import type { Audience, Hold } from '#domain/notifications/audience.ts';
import { linkHold, type Carried } from '#domain/notifications/carried.ts';
import { namesUnknown } from '#domain/notifications/problems.ts';
import { messageValues } from '#domain/notifications/variables.ts';
import { placeholdersOf, whatsappMessage } from '#domain/notifications/whatsapp.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useNow } from '#hooks/data/now.ts';
import { useRegistrationFacts } from '#hooks/data/registrations.ts';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import { contentsFrom, type NotifFormValues } from './notifFormValues.ts';
import { useUnprintable } from './useUnprintable.ts';
import { useUnreadable } from './useUnreadable.ts';

/** Any link has a value: the server makes it. */
const LINK = 'https://…';

interface Known {
  carried: Carried | null;
  /** One of the organiser's own files is not there, or they are too large. */
  lacksFile: boolean;
}

/**
 * With those held back whom the server would find only when it sends: by the same rules, in its order, as far as this device
 * knows. `checking`: their documents are still looked at.
 */
export function useForeseen(
  audience: Audience,
  values: NotifFormValues,
  { carried, lacksFile }: Known,
): { audience: Audience; checking: boolean } {
  const link = useLinkHold(values, carried);
  const isUnknown = useUnknown(values);
  const lacks = useLacking(audience, values);
  const { unreadable, checking: areRead } = useUnreadable(audience.due, values);
  const { unprintable, checking } = useUnprintable(audience.due, values);
  const { method } = values;
  const foreseen = useMemo(() => {
    const holdFor = (consumerId: string): Hold | null => {
      if (isUnknown) return 'unknown_variable';
      if (link !== null) return link;
      if (lacks.has(consumerId)) return 'missing_value';
      if (unreadable.has(consumerId)) return 'unreadable_template';
      if (unprintable.has(consumerId)) return 'unprintable';
      return method === 'email' && lacksFile ? 'missing_file' : null;
    };
    const due = audience.due.map((recipient) => {
      const hold = recipient.hold ?? holdFor(recipient.consumerId);
      return hold === recipient.hold ? recipient : { ...recipient, hold };
    });
    return due.every((one, index) => one === audience.due[index]) ? audience : { ...audience, due };
  }, [audience, isUnknown, link, lacks, unreadable, unprintable, method, lacksFile]);
  return { audience: foreseen, checking: checking || areRead };
}

/** Whether it names what nobody has. */
function useUnknown(values: NotifFormValues): boolean {
  const templates = useLive((store) => store.documents('whatsapptemplate'));
  // The typing goes first.
  const said = useDeferredValue(values);
  return useMemo(
    () => namesUnknown({ notifMethod: said.method, contents: contentsFrom(said) }, templates),
    [said, templates],
  );
}

function useLinkHold(values: NotifFormValues, carried: Carried | null): Hold | null {
  const templates = useLive((store) => store.documents('whatsapptemplate'));
  const { method, subject, html, message, templateId, variables } = values;
  if (carried === null) return null;
  const said = {
    email: [subject, html],
    sms: [message],
    whatsapp: [templates.get(templateId ?? '')?.message, variables],
  }[method];
  return linkHold(JSON.stringify(said), carried);
}

const NOBODY: ReadonlySet<string> = new Set();

/** Who lacks what approved content names. */
function useLacking(audience: Audience, values: NotifFormValues): ReadonlySet<string> {
  const factsOf = useRegistrationFacts();
  const templates = useLive((store) => store.documents('whatsapptemplate'));
  const [now] = useState(useNow());
  // All who are meant are looked at: the typing goes first.
  const { method, templateId, variables } = useDeferredValue(values);
  return useMemo(() => {
    const template = templates.get(templateId ?? '');
    if (method !== 'whatsapp' || template === undefined || placeholdersOf(template).length === 0)
      return NOBODY;
    const lacking = audience.due.filter(({ consumerId, language, hold }) => {
      const facts = hold === null ? factsOf({ consumerId }) : null;
      if (facts === null) return false;
      const own = messageValues(facts, DOCUMENT_WORDS[language], { now, link: LINK });
      return whatsappMessage(template, variables, own).lacks.length > 0;
    });
    return new Set(lacking.map(({ consumerId }) => consumerId));
  }, [audience, factsOf, templates, method, templateId, variables, now]);
}
