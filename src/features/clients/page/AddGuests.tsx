import { Button, Group, Modal, Select, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSessions, readGuests, type GuestEntry, type GuestError } from '#domain/clients/clients.ts';
import { productKinds } from '#domain/documents/session.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { fullName } from '#ui/words/format.ts';
import { notify } from '#ui/components/notify.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './ClientPage.module.css';
import { useFieldErrors } from '../forms/useFieldErrors.ts';

const FIELD_OF = {
  add_guest_number_error: 'count',
  add_guest_type_error: 'kind',
  add_guest_option_error: 'optionId',
} as const satisfies Record<GuestError, keyof GuestEntry>;

interface AddGuestsProps {
  client: Client;
  consumer: Consumer;
  onClose: () => void;
}

/** Adds guests to a main client's registration for one of their sessions. */
export function AddGuests({ client, consumer, onClose }: AddGuestsProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form);
  const sessions = openSessions(useLive((store) => store.sessions()));
  const forms = useLive((store) => store.documents('form'));
  const own = sessions.filter((session) => session.clients.some(({ clientId }) => clientId === client._id));
  const offered = own.length === 0 ? sessions : own;
  const titleOf = format.titlesAmong(offered);
  const [sessionId, setSessionId] = useState(offered[0]?._id ?? null);
  const [entry, setEntry] = useState<GuestEntry>({ count: '', kind: '', optionId: '' });
  const product = sessions
    .find(({ _id }) => _id === sessionId)
    ?.clients.find(({ clientId }) => clientId === client._id)?.product;
  const options = forms.get(consumer.registration?.formId ?? '')?.options ?? [];
  const needs = { kind: product?.kind != null, option: options.length > 0 };

  function set(name: keyof GuestEntry, value: string): void {
    errors.forget(name);
    setEntry((before) => ({ ...before, [name]: value }));
  }

  async function add(): Promise<void> {
    const read = readGuests(entry, needs);
    if (!read.ok) {
      errors.show(
        Object.fromEntries(read.error.map((code) => [FIELD_OF[code], t(`client_display.${code}`)])),
      );
      return;
    }
    if (sessionId === null) return;
    const input = { ...read.value, sessionId, word: t('client_display.guestWord') };
    const added = await run(() => repository.addGuests(client._id, input));
    if (added === null) return;
    notify.success(t('client_display.guestsAdded', { count: added.created }));
    void sync.syncNow(id);
    onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('client_display.guestsTitle', { name: fullName(client) })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="md">{t('client_display.guestsLead')}</Text>
      {needs.option && (
        <Text mb="md">{t('client_display.guestsAmount', { edit: t('client_display.editConsumer') })}</Text>
      )}
      <form
        ref={form}
        noValidate
        className={classes.guests}
        onSubmit={(submit) => {
          submit.preventDefault();
          void add();
        }}
      >
        <TextInput
          name="count"
          label={t('client_display.guestsCount')}
          inputMode="numeric"
          autoComplete="off"
          required
          value={entry.count}
          error={errors.errorOf('count')}
          onChange={(change) => set('count', change.currentTarget.value)}
          data-autofocus
        />
        <Select
          label={t('client_display.guestsSession')}
          data={offered.map((session) => ({ value: session._id, label: titleOf(session) }))}
          value={sessionId}
          onChange={setSessionId}
        />
        {needs.kind && (
          <Select
            data-field="kind"
            label={t('client_display.guestsType')}
            required
            data={productKinds.map((value) => ({ value, label: t(`productKinds.${value}`) }))}
            value={entry.kind === '' ? null : entry.kind}
            error={errors.errorOf('kind')}
            onChange={(value) => set('kind', value ?? '')}
          />
        )}
        {needs.option && (
          <Select
            data-field="optionId"
            label={t('client_display.guestsOption')}
            required
            data={options.map((option) => ({ value: option.id, label: option.name }))}
            value={entry.optionId === '' ? null : entry.optionId}
            error={errors.errorOf('optionId')}
            onChange={(value) => set('optionId', value ?? '')}
          />
        )}
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={sessionId === null}>
            {t('client_display.guestsSubmit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
