import { ActionIcon, Button, CloseButton } from '@mantine/core';
import { IconArrowsExchange, IconArrowsMove, IconUserMinus, IconUsers } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SeatRef } from '#domain/plan/hit.ts';
import { besideSeat } from '#domain/sessions/neighbours.ts';
import { seatKey, sittingAt } from '#domain/sessions/seating.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useWhoIsThere } from '#hooks/door/neighbours.ts';
import { hrefs } from '#ui/paths.ts';
import classes from './Plan.module.css';
import { TableSeats } from './TableSeats.tsx';
import type { SeatingDesk } from './useSeating.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The seat or table that was picked: who sits there, and what can be done. */
export function FocusCard({ desk, ref }: { desk: SeatingDesk; ref: Ref<HTMLElement> }) {
  const { focus, names, session } = desk;
  if (focus === null) return null;
  const tableId = focus.kind === 'table' ? focus.tableId : focus.seat.tableId;
  const table = session.plan?.state.tables[tableId];
  if (table === undefined) return null;
  if (focus.kind === 'table') {
    return (
      <Card ref={ref} title={names.title(tableId)} onClose={() => desk.setFocus(null)}>
        <TableSeats desk={desk} tableId={tableId} table={table} />
      </Card>
    );
  }
  const { seatIndex } = focus.seat;
  if (seatIndex >= table.seats) return null;
  return (
    <Card ref={ref} title={names.place(focus.seat)} onClose={() => desk.setFocus(null)}>
      <Seat desk={desk} seat={focus.seat} />
    </Card>
  );
}

interface CardProps {
  ref: Ref<HTMLElement>;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

function Card({ ref, title, onClose, children }: CardProps) {
  const { t } = useTranslation();
  return (
    <section ref={ref} className={classes.card} aria-label={title}>
      <header>
        <h2 tabIndex={-1}>{title}</h2>
        <CloseButton aria-label={t('seating.close')} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}

function Seat({ desk, seat }: { desk: SeatingDesk; seat: SeatRef }) {
  const { t } = useTranslation();
  const entries = desk.seating.bySeat.get(seatKey(seat)) ?? [];
  return (
    <>
      {entries.length === 0 && (
        <p className={classes.hint}>
          {t('seating.seatFree')}
          {desk.canEdit && `. ${t('seating.promptClient')}`}
        </p>
      )}
      {entries.map(({ clientId }) => (
        <Sitter key={clientId} desk={desk} clientId={clientId} alone={entries.length === 1} />
      ))}
      <Company desk={desk} seat={seat} />
    </>
  );
}

/** Who is expected beside the seat, and the way to all at its table. */
function Company({ desk, seat }: { desk: SeatingDesk; seat: SeatRef }) {
  const { t } = useTranslation();
  const beside = useWhoIsThere(besideSeat(desk.session, seat));
  const table = desk.session.plan?.state.tables[seat.tableId];
  const people = sittingAt(desk.seating, seat.tableId, table?.seats ?? 0);
  const others = people - (desk.seating.bySeat.get(seatKey(seat))?.length ?? 0);
  return (
    <>
      {beside !== '' && (
        <p className={classes.company}>
          {t('common.labelled', { label: t('tables.beside'), value: beside })}
        </p>
      )}
      {others > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => desk.setFocus({ kind: 'table', tableId: seat.tableId })}
        >
          {t('seating.allAt', { place: desk.names.title(seat.tableId), count: people })}
        </Button>
      )}
    </>
  );
}

/** Somebody with a place, and what can be done with them. */
function Sitter({ desk, clientId, alone }: { desk: SeatingDesk; clientId: string; alone: boolean }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id } = useEvent();
  const name = desk.names.client(clientId);
  const since = desk.entryOf(clientId)?.checkInTime ?? null;
  const hasParty = desk.party(clientId).length > 1;
  return (
    <div className={classes.sitter}>
      <p>
        <Link to={hrefs.client(id, clientId, desk.session._id)}>{name}</Link>
        <span className={classes.state} data-in={since !== null || undefined}>
          {since === null ? t('seating.seatTaken') : t('seating.seatInSince', { time: format.time(since) })}
        </span>
      </p>
      {desk.canEdit && (
        <div className={classes.acts}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowsMove {...icon} />}
            onClick={() => desk.startMove(clientId)}
          >
            {t('seating.move')}
          </Button>
          {alone && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowsExchange {...icon} />}
              onClick={() => desk.startSwap(clientId)}
            >
              {t('seating.swap')}
            </Button>
          )}
          {hasParty && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUsers {...icon} />}
              onClick={() => desk.startMove(clientId, true)}
            >
              {t('seating.moveParty')}
            </Button>
          )}
          <ActionIcon
            size={30}
            variant="default"
            aria-label={t('common.labelled', { label: t('seating.remove'), value: name })}
            title={t('seating.remove')}
            disabled={desk.busy}
            onClick={() => void desk.remove(clientId)}
          >
            <IconUserMinus {...icon} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}
