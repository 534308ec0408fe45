import { Alert, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputPattern } from '#domain/text/text.ts';
import { isPrivateAddress } from '#domain/text/webAddress.ts';
import type { HubEntry } from '#data/accountTypes.ts';
import type { Failure } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useNow } from '#hooks/data/now.ts';
import { useEvents } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { useTakeBack } from '#hooks/data/useTakeBack.ts';
import { OfferDialog, type Offer } from '#ui/components/OfferDialog.tsx';
import { DateField } from '#ui/forms/DateField.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Hubs.module.css';

interface JoinDialogProps {
  hubs: readonly HubEntry[];
  /** Asks for the hubs again. */
  onLook: () => void;
  onClose: () => void;
  /** Where this server was opened. */
  origin?: string;
}

/** The code that joins a hub: asked for with a name, events and an end, shown until the hub is there. */
export function JoinDialog({ hubs, onLook, onClose, origin = location.origin }: JoinDialogProps) {
  const { t } = useTranslation();
  const takeBack = useTakeBack({
    ...{ takenBack: t('hubs.takenBack'), used: t('hubs.codeUsed') },
    ...{ onLook, onClose },
  });
  return (
    <OfferDialog
      title={t('hubs.add')}
      there={hubs}
      renderForm={(onOffer) => (
        <>
          <SafeAddress origin={origin} />
          <OfferForm onOffer={onOffer} />
        </>
      )}
      renderCode={(offer) => <OfferedCode offer={offer} origin={origin} />}
      waiting={t('hubs.waiting')}
      takeBack={{ ...takeBack, label: t('hubs.takeBack') }}
      done={({ name }) => t('hubs.joined', { name })}
      onLook={onLook}
      onClose={onClose}
    />
  );
}

function OfferForm({ onOffer }: { onOffer: (offer: Offer) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { accounts } = useAppData();
  const { busy, run } = useAction();
  const events = useEvents() ?? [];
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const now = useNow();
  const [day, setDay] = useState<string | null>(() => dayjs(now()).add(7, 'day').format('YYYY-MM-DD'));
  const [wrong, setWrong] = useState<{ field: 'until' | 'events'; text: string } | null>(null);

  const { formProps, errorOf } = useValidatedForm(async () => {
    if (chosen.length === 0) {
      setWrong({ field: 'events', text: t('hubs.chooseEvent') });
      return;
    }
    const until = dayjs(`${day ?? ''}T23:55`).valueOf();
    const refused = (failure: Failure): boolean => {
      if (failure.field !== 'until') return false;
      setWrong({ field: 'until', text: t(until <= now() ? 'hubs.past' : 'hubs.tooLate') });
      return true;
    };
    const asked = { name: name.trim(), eventIds: chosen, until };
    const offered = await run(() => accounts.offerHub(asked), refused);
    if (offered !== null) onOffer({ ...offered, name: asked.name });
  });
  return (
    <form {...formProps}>
      <TextInput
        name="name"
        label={t('hubs.name')}
        description={t('hubs.nameHint')}
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
      <Checkbox.Group
        label={t('hubs.events')}
        description={t('hubs.eventsHint')}
        withAsterisk
        value={chosen}
        error={wrong?.field === 'events' ? wrong.text : undefined}
        onChange={(next) => {
          setWrong(null);
          setChosen(next);
        }}
        mb="md"
      >
        <div className={classes.choices}>
          {events.length === 0 && <p>{t('hubs.noEvents')}</p>}
          {events.map((event) => (
            <Checkbox
              key={event.id}
              value={event.id}
              label={format.title(event)}
              description={event.date == null ? undefined : format.date(event.date, event.timeZone)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <DateField
        name="day"
        label={t('hubs.until')}
        required
        value={day}
        error={errorOf('day') ?? (wrong?.field === 'until' ? wrong.text : undefined)}
        onChange={(next) => {
          setWrong(null);
          setDay(next);
        }}
      />
      <Group justify="flex-end" mt="lg">
        <Button type="submit" loading={busy}>
          {t('hubs.getCode')}
        </Button>
      </Group>
    </form>
  );
}

const isSafe = (origin: string): boolean => isPrivateAddress(new URL(origin));

/** A hub refuses an address that others on the way can read (server/base/config.ts). */
function SafeAddress({ origin }: { origin: string }) {
  const { t } = useTranslation();
  if (isSafe(origin)) return null;
  return (
    <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} role="status" mb="md">
      {t('hubs.httpsOnly')}
    </Alert>
  );
}

function OfferedCode({ offer: { code, expires }, origin }: { offer: Offer; origin: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <SafeAddress origin={origin} />
      <p>{t('hubs.start')}</p>
      <pre className={classes.variables}>
        {`FOYER_UPSTREAM=${isSafe(origin) ? origin : 'https://…'}\nFOYER_UPSTREAM_CODE=${code}`}
      </pre>
      <p>{t('hubs.codeUntil', { time: format.time(expires) })}</p>
    </>
  );
}
