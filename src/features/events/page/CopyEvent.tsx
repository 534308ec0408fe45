import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { dayText, ownTimeZone } from '#domain/days.ts';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import { yearsOn } from '#domain/text/yearsOn.ts';
import { newId } from '#data/newId.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEventCalendar } from '#hooks/data/calendar.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { DateField } from '#ui/forms/DateField.tsx';
import { FormRow } from '#ui/forms/Form.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { hrefs } from '#ui/paths.ts';

/** As many years later as it takes: the same day of the week. */
const YEAR_DAYS = 364;
const DAY = 'YYYY-MM-DD';

interface CopyEventProps {
  eventId: string;
  onClose: () => void;
}

/** The event once more, for the next time: asks what differs, and leads to the copy. */
export function CopyEvent({ eventId, onClose }: CopyEventProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('event.copyTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <CopyForm eventId={eventId} onClose={onClose} />
    </Modal>
  );
}

function CopyForm({ eventId, onClose }: CopyEventProps) {
  const { t } = useTranslation();
  const data = useAppData();
  const navigate = useNavigate();
  const { busy, run } = useAction();
  const event = useLive((store) => store.event());
  const sessions = useLive((store) => store.sessions());
  // Chosen once: a second try, after a lost answer, goes on with the same event.
  const [copyId] = useState(newId);
  const calendar = useEventCalendar();
  // The day that it is at the event, on this device's clocks.
  const first =
    sessions.length === 0
      ? null
      : dayjs(`${dayText(Math.min(...sessions.map(({ date }) => calendar.dayOf(date))))}T12:00`);
  const [fields, setFields] = useState(() => {
    const next = nextTime(first);
    const on = (text: string | null | undefined): string =>
      first === null || next === null ? (text ?? '') : yearsOn(text ?? '', first.year(), next.year());
    const prefix = on(event?.invoicePrefix);
    return {
      ...{ title: on(event?.title), titleFrench: on(event?.titleFrench), day: next?.format(DAY) ?? null },
      // With the same one, invoices of two events would have one number.
      invoicePrefix: prefix === event?.invoicePrefix ? '' : prefix,
    };
  });
  const { formProps, errorOf, forget } = useValidatedForm(async () => {
    const { day, title, titleFrench, invoicePrefix } = fields;
    const days =
      first === null || day === null ? 0 : dayjs(day).startOf('day').diff(first.startOf('day'), 'day', true);
    const copy = {
      ...{
        copyId,
        title: title.trim(),
        titleFrench: titleFrench.trim(),
        invoicePrefix: invoicePrefix.trim(),
      },
      ...{ days: Math.round(days), timeZone: ownTimeZone() },
    };
    const made = await run(
      () => data.copyEvent(eventId, copy),
      ({ code }) => {
        if (code !== 'offline') return false;
        notify.error(t('eventForm.needsServer'), code);
        return true;
      },
    );
    if (made === null) return;
    onClose();
    await navigate(hrefs.event(made.eventId));
    notify.success(t('event.copied'));
  });
  const text = (name: 'title' | 'titleFrench' | 'invoicePrefix', kind: 'freename' | 'name') => ({
    name,
    value: fields[name],
    error: errorOf(name),
    pattern: inputPattern(kind),
    maxLength: LIMITS[kind],
    'data-kind': kind,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setFields({ ...fields, [name]: currentTarget.value }),
  });
  return (
    <form {...formProps}>
      <TextInput
        label={t('eventForm.title')}
        required
        data-autofocus
        {...text('title', 'freename')}
        mb="md"
      />
      <TextInput label={t('eventForm.titleFrench')} {...text('titleFrench', 'freename')} mb="md" />
      <FormRow>
        {first !== null && (
          <DateField
            name="day"
            label={t('event.copyDay')}
            required
            value={fields.day}
            error={errorOf('day')}
            onChange={(day) => {
              forget('day');
              setFields({ ...fields, day });
            }}
          />
        )}
        <TextInput
          label={t('eventForm.invoicePrefix')}
          description={t('event.copyPrefix')}
          {...text('invoicePrefix', 'name')}
        />
      </FormRow>
      <Text size="sm" mt="md">
        {t('event.copyTakes')}
      </Text>
      <Text size="sm" mt="xs">
        {t('event.copyLeaves')}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('event.copyMake')}
        </Button>
      </Group>
    </form>
  );
}

function nextTime(first: dayjs.Dayjs | null): dayjs.Dayjs | null {
  if (first === null) return null;
  let next = first.add(YEAR_DAYS, 'day');
  while (next.isBefore(dayjs(), 'day')) next = next.add(YEAR_DAYS, 'day');
  return next;
}
