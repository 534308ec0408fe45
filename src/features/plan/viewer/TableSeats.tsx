import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArmchair,
  IconArrowsExchange,
  IconCheck,
  IconCircle,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PlanTable } from '#domain/documents/session.ts';
import { tableSwap } from '#domain/clients/swaps.ts';
import { isBench, placementAt } from '#domain/sessions/placement.ts';
import { seatKey, sittingAt } from '#domain/sessions/seating.ts';
import classes from './Plan.module.css';
import { whyNoSwap } from './swapWords.ts';
import type { SeatingDesk } from './useSeating.ts';

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

/** A table's seats as a list: the plan for keyboard and screen reader, and for whoever likes lists. */
export function TableSeats({
  desk,
  tableId,
  table,
}: {
  desk: SeatingDesk;
  tableId: string;
  table: PlanTable;
}) {
  const { t } = useTranslation();
  const { carry, seating, names } = desk;
  const standing = seating.onTable.get(tableId) ?? [];
  const people = sittingAt(seating, tableId, table.seats);
  return (
    <>
      <ul className={classes.seats}>
        {Array.from({ length: table.seats }, (_, seatIndex) => {
          const there = seating.bySeat.get(seatKey({ tableId, seatIndex })) ?? [];
          const who = there.map(({ clientId }) => names.client(clientId)).join(', ') || t('seating.free');
          const isIn = there.some(({ checkInTime }) => checkInTime != null);
          const state = there.length > 1 ? t('seating.seatConflict') : isIn ? t('seating.checkedIn') : '';
          return (
            <li key={seatKey({ tableId, seatIndex })}>
              <button
                type="button"
                data-free={there.length === 0 || undefined}
                aria-label={[t('seating.seatButton', { seat: seatIndex + 1, who }), state]
                  .filter(Boolean)
                  .join(', ')}
                onClick={() => desk.pickSeat({ tableId, seatIndex })}
              >
                {there.length > 1 ? (
                  <IconAlertTriangle {...icon} />
                ) : isIn ? (
                  <IconCheck {...icon} />
                ) : there.length === 1 ? (
                  <IconUser {...icon} />
                ) : (
                  <IconCircle {...icon} />
                )}
                {/* A space: what is seen is two words, and part of the name. */}
                <b>{seatIndex + 1}</b> <span>{who}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {standing.length > 0 && (
        <div>
          <h3 className={classes.standing}>{t(isBench(table) ? 'seating.inRow' : 'seating.onTable')}</h3>
          {standing.map(({ clientId }) => (
            <p key={clientId} className={classes.stander}>
              {names.client(clientId)}
              {desk.canEdit && (
                <span>
                  <Button size="xs" variant="default" onClick={() => desk.startMove(clientId)}>
                    {t('seating.move')}
                  </Button>
                  <Button size="xs" variant="default" onClick={() => void desk.remove(clientId)}>
                    {t('seating.remove')}
                  </Button>
                </span>
              )}
            </p>
          ))}
        </div>
      )}
      {desk.canEdit && carry === null && people > 0 && (
        <Button
          size="xs"
          variant="default"
          className={classes.wrapping}
          leftSection={<IconArrowsExchange {...icon} />}
          onClick={() => desk.startTableSwap(tableId)}
        >
          {t(isBench(table) ? 'seating.swapRow' : 'seating.swapTable')}
        </Button>
      )}
      {carry?.kind === 'swapTable' && carry.tableId !== tableId && (
        <SwapHere desk={desk} fromId={carry.tableId} tableId={tableId} />
      )}
      {carry?.kind === 'place' && (
        <Button
          size="xs"
          variant="light"
          className={classes.wrapping}
          leftSection={<IconArmchair {...icon} />}
          onClick={() =>
            void (carry.party.length > 1
              ? desk.drop(carry.party, { kind: 'table', tableId })
              : desk.place(carry.clientId, placementAt(tableId, null)))
          }
        >
          {carry.party.length > 1
            ? t('seating.putParty', { count: carry.party.length })
            : t(isBench(table) ? 'seating.putInRow' : 'seating.putOnTable')}
        </Button>
      )}
    </>
  );
}

/** To swap all of a table with all of this one, or why that cannot be. */
function SwapHere({ desk, fromId, tableId }: { desk: SeatingDesk; fromId: string; tableId: string }) {
  const { t } = useTranslation();
  const { session, names } = desk;
  if (tableSwap(session, fromId, tableId) === null)
    return <p className={classes.hint}>{whyNoSwap(desk, [fromId, tableId], t)}</p>;
  return (
    <Button
      size="xs"
      variant="light"
      className={classes.wrapping}
      leftSection={<IconArrowsExchange {...icon} />}
      onClick={() => desk.swapTables(fromId, tableId)}
    >
      {t('seating.swapBoth', { one: names.title(fromId), two: names.title(tableId) })}
    </Button>
  );
}
