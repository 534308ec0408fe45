import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#domain/documents/client.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useEvent, useLive } from '../data/event.tsx';
import { useCan } from '../data/session.ts';
import type { Companion } from './party.ts';

/**
 * What is read of a guest at the door and on the floor, in one line: that nobody lets them in, and what the organiser wants; '' for nothing.
 * What is owed is no matter of the kitchen.
 */
export function useRemark(withOwed = true): (client: Client | null) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const { store } = useEvent();
  const shown = useLive((live) => live.event()?.doorShows ?? null);
  // Hosts' devices hold no registrations (decision 17).
  const isMember = useCan('member');
  const showsOwed = withOwed && isMember && shown !== null && shown.includes('owed');
  const consumers = useLive((live) => (showsOwed ? live.consumers() : null));
  return useCallback(
    (client) => {
      if (client === null) return '';
      const canceled = store.isCanceled(client._id) ? t('checkin.canceled') : '';
      if (shown === null) return canceled;
      const consumer = consumers?.get(client.consumerId ?? '') ?? null;
      const { open = 0, currency = 'chf' } = consumer === null ? {} : settlementOf(consumer);
      const owed = open > 0 ? t('checkin.owed', { amount: format.money(open, currency) }) : '';
      const diet = shown.includes('diet') ? (client.diet ?? '').trim() : '';
      const notes = shown.includes('notes') ? (client.notes ?? '').trim() : '';
      return [canceled, owed, diet === '' ? '' : t('checkin.diet', { diet }), notes]
        .filter(Boolean)
        .join(' · ');
    },
    [shown, consumers, format, store, t],
  );
}

/** The same of several who came together, a line each; '' for nothing. What is owed was said of whom they came with. */
export function usePartyRemark(): (companions: readonly Companion[]) => string {
  const { store } = useEvent();
  const remark = useRemark(false);
  return useCallback(
    (companions) =>
      companions
        .flatMap(({ clientId, name }) => {
          const said = remark(store.client(clientId));
          return said === '' ? [] : [`${name} · ${said}`];
        })
        .join('\n'),
    [remark, store],
  );
}

/** Which of a guest's remarks this user may read on the guest's page: members all, hosts what the organiser allows. */
export function useReadableRemarks(): { notes: boolean; diet: boolean } {
  const isMember = useCan('member');
  const shown = useLive((store) => store.event()?.doorShows ?? null);
  return {
    // As long as nobody has decided, as specified (CLIENT-03).
    notes: isMember || shown === null || shown.includes('notes'),
    diet: isMember || (shown?.includes('diet') ?? false),
  };
}
