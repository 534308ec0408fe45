import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOwnTimeZone, timeTyped } from '#domain/days.ts';
import { inputPattern } from '#domain/text/text.ts';
import type { DoorEntry } from '#data/accountTypes.ts';
import type { Failure } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEventCalendar } from '#hooks/data/calendar.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useNow } from '#hooks/data/now.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { useTakeBack } from '#hooks/data/useTakeBack.ts';
import { QrCode } from '#hooks/files/QrCode.tsx';
import { OfferDialog, type Offer } from '#ui/components/OfferDialog.tsx';
import { DateField } from '#ui/forms/DateField.tsx';
import { FormRow } from '#ui/forms/Form.tsx';
import { TimeField } from '#ui/forms/TimeField.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { usualEnd } from './doorEnd.ts';
import classes from './EventDoors.module.css';

interface PairDialogProps {
  eventId: string;
  doors: readonly DoorEntry[];
  /** Asks for the doors again. */
  onLook: () => void;
  onClose: () => void;
}

/** The code that makes a door of a phone: asked for with a name and an end, shown until the phone is there. */
export function PairDialog({ eventId, doors, onLook, onClose }: PairDialogProps) {
  const { t } = useTranslation();
  const takeBack = useTakeBack({
    ...{ takenBack: t('doors.takenBack'), used: t('doors.codeUsed') },
    ...{ onLook, onClose },
  });
  return (
    <OfferDialog
      title={t('doors.addTitle')}
      there={doors}
      renderForm={(onOffer) => <OfferForm eventId={eventId} onOffer={onOffer} />}
      renderCode={(offer) => <OfferedCode offer={offer} />}
      waiting={t('doors.waiting')}
      takeBack={{ ...takeBack, label: t('doors.takeBack') }}
      done={({ name, device }) => t('doors.paired', { name, device: device || t('doors.aPhone') })}
      centered
      onLook={onLook}
      onClose={onClose}
    />
  );
}

interface OfferFormProps {
  eventId: string;
  onOffer: (offer: Offer) => void;
}

function OfferForm({ eventId, onOffer }: OfferFormProps) {
  const { t } = useTranslation();
  const { accounts } = useAppData();
  const { busy, run } = useAction();
  const sessions = useLive((store) => store.sessions());
  const [name, setName] = useState('');
  const calendar = useEventCalendar();
  const now = useNow();
  const [end] = useState(() =>
    usualEnd(
      sessions.map(({ date }) => date),
      now(),
      calendar,
    ),
  );
  const [day, setDay] = useState<string | null>(end.day);
  const [time, setTime] = useState(end.time);
  const [wrong, setWrong] = useState<string | null>(null);

  const { formProps, errorOf } = useValidatedForm(async () => {
    const until = timeTyped(day, time || '23:55', calendar) ?? 0;
    const refused = (failure: Failure): boolean => {
      if (failure.field !== 'until') return false;
      setWrong(t(until <= now() ? 'doors.past' : 'doors.tooLate'));
      return true;
    };
    const asked = { name: name.trim(), until };
    const offered = await run(() => accounts.offerDoor(eventId, asked), refused);
    if (offered !== null) onOffer({ ...offered, name: asked.name });
  });
  return (
    <form {...formProps}>
      <TextInput
        name="name"
        label={t('doors.name')}
        description={t('doors.nameHint')}
        required
        maxLength={40}
        pattern={inputPattern('name')}
        data-kind="name"
        data-autofocus
        value={name}
        error={errorOf('name')}
        onChange={(change) => setName(change.currentTarget.value)}
        mb="md"
      />
      <FormRow>
        <DateField
          name="day"
          label={t('doors.untilDate')}
          required
          value={day}
          error={errorOf('day') ?? wrong ?? undefined}
          onChange={(chosen) => {
            setWrong(null);
            setDay(chosen);
          }}
        />
        <TimeField
          label={t('doors.untilTime')}
          value={time}
          onChange={(chosen) => {
            setWrong(null);
            setTime(chosen);
          }}
        />
      </FormRow>
      {!isOwnTimeZone(calendar.timeZone) && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('notifs.zone', { zone: calendar.timeZone })}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button type="submit" loading={busy}>
          {t('doors.getCode')}
        </Button>
      </Group>
    </form>
  );
}

/** An address that means the machine itself on each machine. */
const isOnlyHere = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

function OfferedCode({ offer: { code, expires } }: { offer: Offer }) {
  const { t } = useTranslation();
  const format = useFormat();
  const typed = `${code.slice(0, 4)} ${code.slice(4)}`;
  const address = `${location.origin}${hrefs.pair(code)}`;
  return (
    <>
      <p>{t('doors.scan', { address: address.replace(/#.*/, '').replace(/^https?:\/\//, '') })}</p>
      {isOnlyHere(location.hostname) && <p role="note">{t('doors.onlyHere')}</p>}
      <QrCode text={address} label={typed} className={classes.code ?? ''} />
      <p className={classes.typed}>{typed}</p>
      <p>{t('doors.codeUntil', { time: format.time(expires) })}</p>
    </>
  );
}
