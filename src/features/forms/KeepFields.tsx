import { Alert, Anchor, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { calendarOf } from '#domain/days.ts';
import { FORM_LIMITS, isWebAddress, type Form } from '#domain/documents/form.ts';
import { eventEnd, keptUntil } from '#domain/forms/retention.ts';
import { lineOf } from '#domain/forms/versions.ts';
import { LIMITS } from '#domain/text/text.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useNow } from '#hooks/data/now.ts';
import { CountInput } from '#ui/forms/CountInput.tsx';
import { FormPart } from '#ui/forms/Form.tsx';
import { useOwnRule } from '#ui/forms/useOwnRule.ts';
import { hrefs } from '#ui/paths.ts';
import { fullName } from '#ui/words/format.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './Forms.module.css';
import { partOf, type PartProps } from './partProps.ts';

/** How long registrations are kept, and whom that concerns when: what would happen is shown before anything is saved. */
export const KeepFields = partOf(
  function KeepFields({ values, set, form, own }: PartProps & { own: Form | null }) {
    const { t } = useTranslation();
    const { min, max } = FORM_LIMITS.keepMonths;
    const notice = useOwnRule<HTMLInputElement>(
      values.noticeUrl,
      (noticeUrl) => set({ noticeUrl }),
      problemOf,
    );
    return (
      <FormPart title={t('forms.keep')} hint={t('forms.keepHint')}>
        <Unsaid />
        <CountInput
          name="keepMonths"
          label={t('forms.keepMonths')}
          description={t('forms.keepMonthsHint')}
          required={false}
          {...{ min, max }}
          value={values.keepMonths}
          error={form.errorOf('keepMonths')}
          onChange={(keepMonths) => set({ keepMonths })}
        />
        {own !== null && <Due own={own} typed={values.keepMonths} />}
        <TextInput
          {...notice}
          name="noticeUrl"
          label={t('forms.noticeUrl')}
          description={t('forms.noticeUrlHint')}
          error={form.errorOf('noticeUrl')}
          maxLength={LIMITS.text}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
      </FormPart>
    );
  },
  ['keepMonths', 'noticeUrl'],
);

/** A pattern cannot tell that an address leads somewhere. */
function problemOf(typed: string): string {
  const address = typed.trim();
  return address === '' || isWebAddress(address) ? '' : 'web';
}

/** Guests read on the page who is responsible, and whom to ask: what the event does not say of that. */
function Unsaid() {
  const { t } = useTranslation();
  const { id: eventId } = useEvent();
  const event = useLive((store) => store.event());
  const missing =
    event === null ? [] : (['company', 'contact'] as const).filter((name) => !event[name]?.trim());
  if (missing.length === 0) return null;
  return (
    <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} role="status">
      {missing.map((name) => (
        <Text key={name} inherit mb={4}>
          {t(`forms.unsaid.${name}`)}
        </Text>
      ))}
      <Anchor component={Link} to={hrefs.eventUpdate(eventId)} inherit underline="always">
        {t('forms.unsaid.enter')}
      </Anchor>
    </Alert>
  );
}

const NAMED = 100;

/** Who would be erased when, with what is typed. */
function Due({ own, typed }: { own: Form; typed: string }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const forms = useLive((store) => store.documents('form'));
  const consumers = useLive((store) => store.consumers());
  const clients = useLive((store) => store.clients());
  const sessions = useLive((store) => store.sessions());
  const zone = useLive((store) => store.event()?.timeZone);
  const [now] = useState(useNow());
  const groups = useMemo(() => {
    const line = lineOf(forms, own);
    const months = /^\d+$/.test(typed.trim()) ? Number(typed) : null;
    const next = new Map(forms).set(own._id, { ...own, keepMonths: months });
    const mine = [...consumers.values()].filter(({ registration }) => line.has(registration?.formId ?? ''));
    const end = eventEnd(sessions, calendarOf(zone));
    const byTime = new Map<number, { count: number; names: string[] }>();
    const until = keptUntil({ forms: next, consumers: mine, end });
    for (const time of until.values()) {
      const group = byTime.get(time) ?? { count: 0, names: [] };
      byTime.set(time, { ...group, count: group.count + 1 });
    }
    for (const client of clients.values()) {
      const time = until.get(client.consumerId ?? '');
      if (time !== undefined && client.erasedAt == null) byTime.get(time)?.names.push(fullName(client));
    }
    return [...byTime].sort(([a], [b]) => a - b);
  }, [forms, consumers, clients, sessions, zone, own, typed]);
  if (groups.length === 0) return <Text c="dimmed">{t('forms.keepNone')}</Text>;
  return groups.map(([time, { count, names }]) => (
    <div key={time}>
      <Text>
        {t(time <= now ? 'forms.keepNow' : 'forms.keepDue', {
          count,
          date: format.date(time),
          guests: t('forms.keepGuests', { count: names.length }),
        })}
      </Text>
      <details className={classes.keepWho}>
        <summary>{t('forms.keepWho')}</summary>
        <p>
          {names.slice(0, NAMED).join(', ')}
          {names.length > NAMED && ' …'}
        </p>
      </details>
    </div>
  ));
}
