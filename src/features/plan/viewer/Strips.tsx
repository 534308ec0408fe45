import { Button } from '@mantine/core';
import { IconAlertTriangle, IconWand } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SeatProposal } from '#domain/clients/parties.ts';
import { placedBy } from '#domain/entries/placedBy.ts';
import type { SeatRef } from '#domain/plan/hit.ts';
import { sharedTableNumbers } from '#domain/plan/numbers.ts';
import { seatKey } from '#domain/sessions/seating.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useDeviceNames } from '#hooks/door/deviceNames.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { hrefs } from '#ui/paths.ts';
import classes from './Plan.module.css';
import type { SeatingDesk } from './useSeating.ts';

interface StripsProps extends ConflictStripProps {
  proposal: SeatProposal | null;
  onAccept: (proposal: SeatProposal) => void;
  onDiscard: () => void;
}

/** What is to be decided, above the plan or the list. */
export function Strips({ desk, frozen, proposal, onAccept, onDiscard }: StripsProps) {
  return (
    <>
      <ConflictStrip {...{ desk, frozen }} />
      {proposal !== null && (
        <ProposalStrip {...{ proposal, onDiscard }} busy={desk.busy} onAccept={() => onAccept(proposal)} />
      )}
    </>
  );
}

interface ConflictStripProps {
  desk: SeatingDesk;
  /** Something is under a finger: what was heard meanwhile waits, or the plan would move away from under it. */
  frozen: boolean;
}

/** What two devices without network did to one another. */
const ConflictStrip = memo(
  ({ desk }: ConflictStripProps) => (
    <>
      <SameNumbers desk={desk} />
      <Conflicts desk={desk} />
    </>
  ),
  (_before, { frozen }) => frozen,
);

interface DeskProps {
  desk: SeatingDesk;
}

/** Each of two added a table: the editor would not have saved two of one number. */
function SameNumbers({ desk: { session, canEdit } }: DeskProps) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const numbers = sharedTableNumbers(session.plan).join(', ');
  if (numbers === '') return null;
  const title = t('seating.sameNumber', { numbers });
  return (
    <section className={classes.conflicts} aria-label={title}>
      <h2>
        <IconAlertTriangle size={20} aria-hidden />
        {title}
      </h2>
      {canEdit && (
        <>
          <p>{t('seating.sameNumberWhy')}</p>
          <Button size="xs" variant="default" component={Link} to={hrefs.planEdit(id, session._id)}>
            {t('seating.editPlan')}
          </Button>
        </>
      )}
    </section>
  );
}

/** Seats that two devices gave offline, and who did: nobody loses one but by this choice. */

function Conflicts({ desk }: DeskProps) {
  const { t } = useTranslation();
  const sessionId = desk.session._id;
  const { conflicts } = desk.seating;
  if (conflicts.length === 0) return null;
  const title = t('seating.conflicts', { count: conflicts.length });
  return (
    <section className={classes.conflicts} aria-label={title}>
      <h2>
        <IconAlertTriangle size={20} aria-hidden />
        {title}
      </h2>
      {desk.canEdit && <p>{t('seating.conflictsWhy')}</p>}
      <ul>
        {conflicts.map((conflict) => (
          <li key={seatKey(conflict)}>
            <span>{desk.names.place(conflict)}</span>
            {conflict.clientIds.map((clientId) => {
              const name = desk.names.client(clientId);
              return (
                <div key={clientId} className={classes.claim}>
                  {desk.canEdit ? (
                    <Button
                      size="xs"
                      variant="default"
                      disabled={desk.busy}
                      onClick={() => void desk.keep(clientId, conflict.clientIds)}
                    >
                      {t('seating.keep', { name })}
                    </Button>
                  ) : (
                    <b>{name}</b>
                  )}
                  <PlacedBy sessionId={sessionId} clientId={clientId} seat={conflict} />
                </div>
              );
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PlacedByProps {
  sessionId: string;
  clientId: string;
  seat: SeatRef;
}

/** Who gave the seat, when and on which device. */
function PlacedBy({ sessionId, clientId, seat }: PlacedByProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const namesOf = useDeviceNames();
  const acts = useLive((store) => store.entryChangesOf(sessionId, clientId));
  const act = placedBy(acts, clientId, seat);
  if (act === null) return null;
  const { author, device, time } = act;
  return (
    <small>
      {t('seating.placedBy', {
        name: author.name,
        time: format.dateTime(time),
        device: namesOf([device]).get(device.id) ?? device.name,
      })}
    </small>
  );
}

interface ProposalStripProps {
  proposal: SeatProposal;
  busy: boolean;
  onAccept: () => void;
  onDiscard: () => void;
}

/** What automatic seating would do, shown on the plan; nothing is written before it is accepted. */
function ProposalStrip({ proposal, busy, onAccept, onDiscard }: ProposalStripProps) {
  const { t } = useTranslation();
  const { moves, together, parties, left } = proposal;
  return (
    <section className={classes.proposal} role="status">
      <IconWand size={20} aria-hidden />
      <p>
        {[
          t('seating.proposal', { count: moves.length }),
          parties > 0 ? t('seating.proposalTogether', { together, parties }) : '',
          left > 0 ? t('seating.proposalLeft', { count: left }) : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <Button size="xs" loading={busy} onClick={onAccept}>
        {t('seating.accept')}
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={onDiscard}>
        {t('seating.discard')}
      </Button>
    </section>
  );
}
