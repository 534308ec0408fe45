import { Button, NativeSelect } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CONSUMER_STATUSES } from '#domain/documents/consumer.ts';
import type { Session } from '#domain/documents/session.ts';
import { STEPS } from '#domain/days.ts';
import { DateField } from '#ui/forms/DateField.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { FIRST_VIEW, sessionParam, type Asked } from './filters.ts';
import classes from './Statistics.module.css';

interface FilterBarProps {
  asked: Asked;
  sessions: readonly Session[];
  onChange: (change: Partial<Asked>) => void;
}

const CLEARED = { session: '', status: '', from: '', to: '' };

/** Whom the figures count. */
export function FilterBar({ asked, sessions, onChange }: FilterBarProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const titleOf = format.titlesAmong(sessions);
  const isFiltered = (Object.keys(CLEARED) as (keyof typeof CLEARED)[]).some(
    (name) => asked[name] !== FIRST_VIEW[name],
  );
  return (
    <div
      className={classes.filters}
      data-filtered={isFiltered || undefined}
      role="group"
      aria-label={t('statistics.filters')}
    >
      <NativeSelect
        label={t('statistics.session')}
        value={asked.session}
        onChange={(select) => onChange({ session: select.currentTarget.value })}
        data={[
          { value: '', label: t('statistics.allSessions') },
          ...sessions.map((session) => ({ value: sessionParam(session._id), label: titleOf(session) })),
        ]}
      />
      <NativeSelect
        label={t('statistics.status')}
        value={asked.status}
        onChange={(select) => onChange({ status: select.currentTarget.value })}
        data={[
          { value: '', label: t('statistics.allStatuses') },
          ...CONSUMER_STATUSES.map((one) => ({ value: one, label: t(`consumerStatuses.${one}`) })),
        ]}
      />
      <DateField
        name="from"
        label={t('statistics.from')}
        value={asked.from || null}
        onChange={(day) => onChange({ from: day ?? '' })}
      />
      <DateField
        name="to"
        label={t('statistics.to')}
        value={asked.to || null}
        onChange={(day) => onChange({ to: day ?? '' })}
      />
      <NativeSelect
        label={t('statistics.step')}
        value={asked.step}
        onChange={(select) => onChange({ step: select.currentTarget.value })}
        data={[
          { value: '', label: t('statistics.steps.auto') },
          ...STEPS.map((one) => ({ value: one, label: t(`statistics.steps.${one}`) })),
        ]}
      />
      {isFiltered && (
        <Button
          data-screen-only
          variant="subtle"
          leftSection={<IconFilterOff size={18} aria-hidden />}
          onClick={() => onChange(CLEARED)}
        >
          {t('statistics.clearFilters')}
        </Button>
      )}
    </div>
  );
}
