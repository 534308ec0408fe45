import { useMemo } from 'react';
import { placesView, PlacesTally } from '#domain/desk/tally.ts';
import type { DocOf } from '#domain/documents/index.ts';
import type { Session } from '#domain/documents/session.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';

/**
 * How many places a session's entries take, as its public page counts them: an option for eight takes eight, whoever is named.
 * Null where nothing is for several, so that who is expected says it, and for hosts, who hold no registrations.
 */
export function usePlacesTaken(session: Session): number | null {
  const { store } = useEvent();
  const isMember = useCan('member');
  const forms = useLive((live) => live.documents('form'));
  const consumers = useLive((live) => live.consumers());
  return useMemo(() => {
    const isForSeveral = [...forms.values()].some(({ options }) =>
      options.some(({ clientCount }) => clientCount > 1),
    );
    if (!isMember || !isForSeveral) return null;
    const document = <T extends 'client' | 'consumer' | 'form'>(type: T, id: string): DocOf<T> | null =>
      type === 'consumer'
        ? ((consumers.get(id) as DocOf<T> | undefined) ?? null)
        : (store.documents(type).get(id) ?? null);
    return PlacesTally.of({ session, acts: new Map() }, placesView({ document })).all;
  }, [session, forms, consumers, store, isMember]);
}
