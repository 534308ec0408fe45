import type { Consumer } from '#domain/documents/consumer.ts';
import { languageOf } from '#domain/notifications/audience.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useRegistrationFacts } from '#hooks/data/registrations.ts';
import { doubtfulTexts } from '#hooks/files/doubtfulTexts.ts';
import { openLetters } from '#pdf/fileJob.ts';
import { logError } from '#ui/platform/log.ts';

/**
 * Looks for a text of the registration's invoice that has a letter which no typeface has: issued, it would have its number, which
 * nothing takes back, and no PDF. Null where there is none, or where nobody can tell here.
 */
export function useUnprintableInvoice(consumer: Consumer): () => Promise<string | null> {
  const factsOf = useRegistrationFacts();
  const event = useLive((store) => store.event());
  const invoices = useLive((store) => store.documents('invoicetemplate'));
  return async () => {
    const { _id: consumerId } = consumer;
    const facts = factsOf({ consumerId });
    if (facts === null || event === null) return null;
    const language = languageOf(consumer, facts.clients);
    const consumers = new Map([[consumerId, consumer]]);
    const source = { event, consumers, factsOf, invitations: null, invoices, now: Date.now() };
    const texts = doubtfulTexts({ consumerId, language }, source);
    // Most are in Latin letters.
    if (texts.length === 0) return null;
    const letters = openLetters();
    try {
      const missing = await letters.missing(texts);
      return texts.find((_, index) => missing?.[index] === true)?.text ?? null;
    } catch (error) {
      // Nothing is foreseen then; the server looks all the same.
      logError('the letters of an invoice could not be looked for', error);
      return null;
    } finally {
      letters.close();
    }
  };
}
