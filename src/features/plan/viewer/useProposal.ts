import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { proposeSeats, type SeatProposal } from '#domain/clients/parties.ts';
import { useLive } from '#hooks/data/event.tsx';
import { notify } from '#ui/components/notify.tsx';
import type { SeatingDesk } from './useSeating.ts';

interface Proposing {
  /** What waits for yes or no. */
  proposal: SeatProposal | null;
  propose: () => void;
  accept: (proposal: SeatProposal) => Promise<void>;
  discard: () => void;
}

/** Seats for those who have none, proposed as a whole. */
export function useProposal(session: Session, desk: SeatingDesk): Proposing {
  const { t } = useTranslation();
  const clients = useLive((store) => store.clients());
  const [proposal, setProposal] = useState<SeatProposal | null>(null);
  return {
    proposal,
    propose: () => {
      const next = proposeSeats(session, clients);
      if (next.moves.length === 0) notify.info(t('seating.proposalNone'), 'proposal-none');
      else setProposal(next);
    },
    accept: async ({ moves }) => {
      await desk.commit(t('seating.didPropose', { count: moves.length }), moves);
      // Refused as a whole when somebody changed a place meanwhile: the next proposal knows of it.
      setProposal(null);
    },
    discard: () => setProposal(null),
  };
}
