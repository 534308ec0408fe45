import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import { overtaken } from '#domain/sessions/overtaken.ts';
import type { Placement } from '#domain/documents/session.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useDeviceNames } from '#hooks/door/deviceNames.ts';
import { notify } from '#ui/components/notify.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import type { SeatingDesk } from './useSeating.ts';

interface News {
  act: EntryChange;
  /** Null: no place any more. */
  placement: Placement | null;
  /** Not expected any more. */
  isGone: boolean;
  clientIds: string[];
}

/**
 * Somebody else has just moved whom this person had just seated: said once, with the new place, by whom and where. What
 * others do with other guests is seen on the plan, and nothing is said of it.
 */
export function useOvertaken({ session, names, done }: SeatingDesk): void {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { store } = useEvent();
  const { device } = useAppData();
  const namesOf = useDeviceNames();
  const own = useRef(new Set<string>());
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const { clientId } of done?.moves ?? []) own.current.add(clientId);
    const news = new Map<string, News>();
    for (const clientId of own.current) {
      const found = overtaken(store.entryChangesOf(session._id, clientId), clientId, device.id);
      if (found === null) continue;
      const { act, row } = found;
      const once = `${act._id} ${clientId}`;
      if (told.current.has(once)) continue;
      told.current.add(once);
      const isGone = row.in === false;
      const placement = row.placement ?? null;
      const key = `${act._id} ${String(isGone)} ${placement?.tableId ?? ''}`;
      const group = news.get(key) ?? { act, placement, isGone, clientIds: [] };
      group.clientIds.push(clientId);
      news.set(key, group);
    }
    for (const [key, group] of news) notify.info(words(group), key);

    function words({ act, placement, isGone, clientIds }: News): string {
      const [first = ''] = clientIds;
      const count = clientIds.length;
      const by = t('seating.placedBy', {
        ...{ name: act.author.name, time: format.dateTime(act.time) },
        device: namesOf([act.device]).get(act.device.id) ?? act.device.name,
      });
      const said = { by, count, others: count - 1, name: names.client(first) };
      if (isGone) return t('seating.overtakenGone', said);
      if (placement === null) return t('seating.overtakenNone', said);
      // Of several, the table: their seats are seen there.
      const place = names.place(count === 1 ? placement : { ...placement, seatIndex: null });
      return t('seating.overtaken', { ...said, place });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- told when it is heard, whatever else is new on the page
  }, [session, done, store, device.id]);
}
