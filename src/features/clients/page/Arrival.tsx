import { Button } from '@mantine/core';
import { IconArrowBackUp, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { useDesk } from '#hooks/door/desk.ts';
import classes from './ClientPage.module.css';

interface ArrivalProps {
  session: Session;
  entry: SessionEntry;
  name: string;
  /** The registration: no door lets in. */
  canceled: boolean;
}

/** Whether the guest is in; one tap lets in, alone or with all who registered together. */
export function Arrival({ session, entry, name, canceled }: ArrivalProps) {
  const { t } = useTranslation();
  const { busy, waiting, admit, cancel } = useDesk(session._id, entry.clientId);
  const first = useRef<HTMLButtonElement>(null);
  const guest = { clientId: entry.clientId, name };
  const time = entry.checkInTime;
  // Nobody comes any more (SESSION-11).
  if (session.status === 'archived') return null;
  if (canceled && time === null) {
    return <p className={classes.canceled}>{t('errors.registration_canceled')}</p>;
  }
  /** Two clicks are one: the second would fall on what takes the first one back. */
  async function act({ detail }: MouseEvent, work: () => Promise<void>): Promise<void> {
    if (busy || detail > 1) return;
    await work();
    // The button for all is gone once all are in; who goes on by keys goes on beside it.
    if (detail === 0 && document.activeElement === document.body) first.current?.focus();
  }
  // A button that is disabled for a moment has no focus any more, and one that is held down repeats itself.
  const held = {
    'aria-disabled': busy,
    'data-disabled': busy || undefined,
    onKeyDown: (key: KeyboardEvent) => key.repeat && key.preventDefault(),
  };
  return (
    <section className={classes.arrival} aria-label={t('client_display.checkIn')}>
      <div className={classes.arrivalActs}>
        {time === null ? (
          <Button
            size="md"
            leftSection={<IconUserCheck size={20} aria-hidden />}
            {...held}
            ref={first}
            onClick={(click) => void act(click, () => admit([guest]))}
          >
            {t('client_display.admit')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            {...held}
            ref={first}
            onClick={(click) => void act(click, () => cancel(guest))}
          >
            {t('client_display.cancelAdmission')}
          </Button>
        )}
        {waiting.length > 0 && !canceled && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconUsers size={20} aria-hidden />}
            {...held}
            onClick={(click) => void act(click, () => admit(time === null ? [guest, ...waiting] : waiting))}
          >
            {time === null
              ? t('client_display.admitAll', { count: waiting.length + 1 })
              : t('client_display.admitOthers', { count: waiting.length, name: waiting[0]?.name })}
          </Button>
        )}
      </div>
      {waiting.length > 0 && (
        <p className={classes.arrivalParty}>
          {t('client_display.with', { names: waiting.map((one) => one.name).join(', ') })}
        </p>
      )}
    </section>
  );
}
