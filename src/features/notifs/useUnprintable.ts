import { useEffect, useMemo, useRef, useState } from 'react';
import type { Recipient } from '#domain/notifications/audience.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useNow } from '#hooks/data/now.ts';
import { useRegistrationFacts } from '#hooks/data/registrations.ts';
import { doubtfulTexts, type PaperSource } from '#hooks/files/doubtfulTexts.ts';
import { openLetters, type LetterSeeker } from '#pdf/fileJob.ts';
import { logError } from '#ui/platform/log.ts';
import { wait } from '#ui/platform/wait.ts';
import type { NotifFormValues } from './notifFormValues.ts';

/** People whose documents' texts are made between two looks at what the person does. */
const PORTION = 50;

interface Asked extends PaperSource {
  due: readonly Recipient[];
}

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Who is meant and would be held back because a letter of their documents is in no typeface (by the server's own code, in a
 * worker), and whether that is still being looked for.
 */
export function useUnprintable(
  due: readonly Recipient[],
  { method, attachInvitation, attachInvoice }: NotifFormValues,
): { unprintable: ReadonlySet<string>; checking: boolean } {
  const factsOf = useRegistrationFacts();
  const event = useLive((store) => store.event());
  const consumers = useLive((store) => store.consumers());
  const invitations = useLive((store) => store.documents('invitationtemplate'));
  const invoices = useLive((store) => store.documents('invoicetemplate'));
  const [now] = useState(useNow());
  const [found, setFound] = useState<{ asked: Asked; ids: ReadonlySet<string> } | null>(null);
  const letters = useRef<Letters | null>(null);
  useEffect(() => () => letters.current?.close(), []);

  const asked = useMemo<Asked | null>(() => {
    if (method !== 'email' || (!attachInvitation && !attachInvoice) || event === null) return null;
    return {
      ...{ due, factsOf, event, consumers, now },
      invitations: attachInvitation ? invitations : null,
      invoices: attachInvoice ? invoices : null,
    };
  }, [method, attachInvitation, attachInvoice, due, factsOf, event, consumers, now, invitations, invoices]);

  useEffect(() => {
    if (asked === null) return undefined;
    let gone = false;
    letters.current ??= openWhenNeeded();
    idsOf(asked, letters.current, () => gone)
      .catch((error: unknown) => {
        // Nothing is foreseen then; the server looks all the same.
        logError('the letters of documents could not be looked for', error);
        return NOBODY;
      })
      .then((ids) => {
        if (!gone) setFound({ asked, ids });
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [asked]);

  if (asked === null) return { unprintable: NOBODY, checking: false };
  return { unprintable: found?.ids ?? NOBODY, checking: found?.asked !== asked };
}

async function idsOf(asked: Asked, letters: Letters, isGone: () => boolean): Promise<ReadonlySet<string>> {
  const whose = new Map<string, { text: Doubtful; ids: Set<string> }>();
  for (const [index, recipient] of asked.due.entries()) {
    if (index % PORTION === PORTION - 1) await wait(0);
    if (isGone()) return NOBODY;
    if (recipient.hold !== null) continue;
    for (const text of doubtfulTexts(recipient, asked)) {
      const key = `${text.weight} ${text.text}`;
      const known = whose.get(key) ?? { text, ids: new Set() };
      whose.set(key, known);
      known.ids.add(recipient.consumerId);
    }
  }
  const all = [...whose.values()];
  const missing = await letters.missing(all.map(({ text }) => text));
  return new Set(all.flatMap(({ ids }, index) => (missing[index] === true ? [...ids] : [])));
}

type Doubtful = ReturnType<typeof doubtfulTexts>[number];

interface Letters {
  missing(texts: readonly Doubtful[]): Promise<readonly boolean[]>;
  close(): void;
}

/** Most events have no letter that anybody need look for. What was looked for once is known. */
function openWhenNeeded(): Letters {
  const known = new Map<string, boolean>();
  const keyOf = ({ text, weight }: Doubtful): string => `${weight} ${text}`;
  let seeker: LetterSeeker | null = null;
  return {
    async missing(texts) {
      const fresh = texts.filter((text) => !known.has(keyOf(text)));
      if (fresh.length > 0) {
        seeker ??= openLetters();
        const missing = await seeker.missing(fresh).catch((error: unknown) => {
          // A worker that could not be had is asked for anew.
          seeker?.close();
          seeker = null;
          throw error;
        });
        // Where typefaces are away nobody can tell, and it is asked again.
        for (const [index, text] of fresh.entries())
          if (missing !== null) known.set(keyOf(text), missing[index] === true);
      }
      return texts.map((text) => known.get(keyOf(text)) === true);
    },
    close: () => seeker?.close(),
  };
}
