import { IconArmchair, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { swapsFor } from '#domain/clients/swaps.ts';
import { useLive } from '#hooks/data/event.tsx';
import classes from './Plan.module.css';
import { freeFor } from './seatingState.ts';
import type { GuestDrag } from './useGuestDrag.ts';
import type { SeatingDesk } from './useSeating.ts';

/** Beside the pointer: who is on the way, and where they would sit. */
export function DragGhost({ desk, drag }: { desk: SeatingDesk; drag: GuestDrag }) {
  const { t } = useTranslation();
  const [first = ''] = drag.clientIds;
  const { target } = drag;
  const seats = target === null ? null : desk.seatsFor(drag.clientIds, target);
  const tableId = target === null ? '' : target.kind === 'seat' ? target.seat.tableId : target.tableId;
  const [seat] = seats ?? [];
  const clients = useLive((store) => store.clients());
  const seatIndex = target?.kind === 'seat' ? target.seat.seatIndex : null;
  const canSwap =
    target !== null &&
    seats === null &&
    swapsFor(desk.session, clients, drag.clientIds, { tableId, seatIndex }).length > 0;
  const isTaken =
    target?.kind === 'seat' && !freeFor(desk.seating, drag.clientIds, tableId)(target.seat.seatIndex);
  const where =
    target === null
      ? t('seating.dropHint')
      : seats === null
        ? isTaken && !canSwap
          ? t('seating.dropTaken', { place: desk.names.place(target.seat) })
          : t(canSwap ? 'seating.dropSwap' : 'seating.dropNoRoom', { place: desk.names.title(tableId) })
        : drag.clientIds.length > 1
          ? desk.names.title(tableId)
          : desk.names.place(seat);
  return (
    <div
      className={classes.ghost}
      data-refused={(target !== null && seats === null && !canSwap) || undefined}
      style={{ left: drag.x, top: drag.y }}
      aria-hidden
    >
      {drag.clientIds.length > 1 ? <IconUsers size={18} /> : <IconArmchair size={18} />}
      <span>
        <b>
          {drag.clientIds.length > 1
            ? t('seating.partyOf', { name: desk.names.client(first), count: drag.clientIds.length })
            : desk.names.client(first)}
        </b>
        {where}
      </span>
    </div>
  );
}
