import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputPattern } from '#domain/text/text.ts';
import type { HubEntry } from '#data/accountTypes.ts';
import type { Failure } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvents } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { DateField } from '#ui/forms/DateField.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Hubs.module.css';

interface JoinDialogProps {
  hubs: readonly HubEntry[];
  /** Asks for the hubs again. */
  onLook: () => void;
  onClose: () => void;
}

interface Offer {
  name: string;
  code: string;
  /** ms since 1970 */
  expires: number;
  /** The hubs that there were. */
  before: ReadonlySet<string>;
}

/** The code that joins a hub: asked for with a name, events and an end, shown until the hub is there. */
export function JoinDialog({ hubs, onLook, onClose }: JoinDialogProps) {
  const { t } = useTranslation();
  const [offer, setOffer] = useState<Offer | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('hubs.add')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {offer === null ? (
        <OfferForm
          onOffer={(name, code, expires) =>
            setOffer({ name, code, expires, before: new Set(hubs.map(({ id }) => id)) })
          }
        />
      ) : (
        <OfferedCode
          offer={offer}
          isJoined={hubs.some(({ id, name }) => name === offer.name && !offer.before.has(id))}
          onLook={onLook}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

function OfferForm({ onOffer }: { onOffer: (name: string, code: string, expires: number) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { accounts } = useAppData();
  const { busy, run } = useAction();
  const events = [...(useEvents() ?? [])].sort((a, b) => (b.date ?? 0) - (a.date ?? 0));
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const [day, setDay] = useState<string | null>(() => dayjs().add(7, 'day').format('YYYY-MM-DD'));
  const [wrong, setWrong] = useState<{ field: 'until' | 'events'; text: string } | null>(null);

  const { formProps, errorOf } = useValidatedForm(async () => {
    if (chosen.length === 0) {
      setWrong({ field: 'events', text: t('hubs.chooseEvent') });
      return;
    }
    const until = dayjs(`${day ?? ''}T23:55`).valueOf();
    const refused = (failure: Failure): boolean => {
      if (failure.field !== 'until') return false;
      setWrong({ field: 'until', text: t(until <= Date.now() ? 'hubs.past' : 'hubs.tooLate') });
      return true;
    };
    const asked = { name: name.trim(), eventIds: chosen, until };
    const offered = await run(() => accounts.offerHub(asked), refused);
    if (offered !== null) onOffer(asked.name, offered.code, offered.expires);
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
              description={event.date == null ? undefined : format.date(event.date)}
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

/** How often the server is asked whether the hub is there. */
const LOOK_EVERY_MS = 2000;

interface OfferedCodeProps extends Pick<JoinDialogProps, 'onLook' | 'onClose'> {
  offer: Offer;
  isJoined: boolean;
}

function OfferedCode({ offer: { name, code, expires }, isJoined, onLook, onClose }: OfferedCodeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  useInterval(() => !isJoined && onLook(), LOOK_EVERY_MS, { autoInvoke: true });
  return (
    <div className={classes.offer}>
      {!isJoined && (
        <>
          <p>{t('hubs.start')}</p>
          <pre className={classes.variables}>
            {`FOYER_UPSTREAM=${location.origin}\nFOYER_UPSTREAM_CODE=${code}`}
          </pre>
          <p>{t('hubs.codeUntil', { time: format.time(expires) })}</p>
        </>
      )}
      <p role="status" className={classes.waiting} data-done={isJoined || undefined}>
        {isJoined ? t('hubs.joined', { name }) : t('hubs.waiting')}
      </p>
      <Button variant={isJoined ? 'filled' : 'default'} onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  );
}
