import { Button } from '@mantine/core';
import { IconDeviceMobilePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DoorEntry } from '#data/accountTypes.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { ServerGate } from '#hooks/data/ServerGate.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { useSyncOf } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Section } from '#ui/components/Page.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import access from './EventAccess.module.css';
import classes from './EventDoors.module.css';
import { PairDialog } from './PairDialog.tsx';

/** The phones that check in at this event without an account, for managers. */
export function EventDoors({ eventId }: { eventId: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Section title={t('doors.title')} flush>
      {/* The list is the server's: asked for when somebody wants to see it. */}
      <details className={access.root} onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
        <summary>{t('doors.show')}</summary>
        {open && <DoorList eventId={eventId} />}
      </details>
    </Section>
  );
}

function DoorList({ eventId }: { eventId: string }) {
  const { t } = useTranslation();
  const { accounts } = useAppData();
  const asked = useServerValue(() => accounts.doors(eventId), eventId);
  const onHub = useSyncOf(({ hub }) => hub !== null);
  const { busy, run } = useAction();
  const [pairing, setPairing] = useState(false);
  const [ending, setEnding] = useState<DoorEntry | null>(null);

  async function end({ id }: DoorEntry): Promise<void> {
    setEnding(null);
    await run(() => accounts.endDoor(eventId, id));
    asked.refresh();
  }
  return (
    <div className={classes.body}>
      <p>{t('doors.lead')}</p>
      {onHub && <p>{t('doors.onHub')}</p>}
      <ServerGate asked={asked} offline={t('doors.offline')}>
        {(doors) => (
          <>
            <ul className={classes.list}>
              {doors.map((door) => (
                <DoorRow key={door.id} door={door} busy={busy} onEnd={() => setEnding(door)} />
              ))}
            </ul>
            <Button
              variant="default"
              leftSection={<IconDeviceMobilePlus size={18} aria-hidden />}
              onClick={() => setPairing(true)}
            >
              {t('doors.add')}
            </Button>
            {pairing && (
              <PairDialog
                eventId={eventId}
                doors={doors}
                onLook={asked.refresh}
                onClose={() => setPairing(false)}
              />
            )}
          </>
        )}
      </ServerGate>
      <ConfirmDialog
        opened={ending !== null}
        title={t('doors.endTitle', { name: ending?.name })}
        confirmLabel={t('doors.end')}
        danger
        busy={busy}
        onCancel={() => setEnding(null)}
        onConfirm={() => ending !== null && void end(ending)}
      >
        {t('doors.endText')}
      </ConfirmDialog>
    </div>
  );
}

function DoorRow({ door, busy, onEnd }: { door: DoorEntry; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { name, device, until, lastUse, ended } = door;
  const said = [
    device || t('logins.unknownDevice'),
    ended ? t('doors.over') : t('doors.ends', { time: format.dateTime(until) }),
    ...(lastUse === null ? [] : [t('doors.used', { time: format.dateTime(lastUse) })]),
  ];
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <small>{said.join(' · ')}</small>
      </span>
      <Button
        variant="default"
        size="xs"
        disabled={busy}
        aria-label={t('doors.endOf', { name })}
        onClick={onEnd}
      >
        {t('doors.end')}
      </Button>
    </li>
  );
}
