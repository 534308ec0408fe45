import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NO_SESSION, PAYMENT_STATES, readWishes } from '#domain/clients/clientFilter.ts';
import { CATEGORIES } from '#domain/config.ts';
import { CONSUMER_STATUSES } from '#domain/documents/consumer.ts';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './AllClients.module.css';
import type { AllClients } from './useAllClients.ts';

/** What the list is searched and narrowed by; the address keeps it. */
export function ClientFilters({ list }: { list: AllClients }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { wishes, wish, sessions } = list;
  const titleOf = format.titlesAmong(sessions);
  const choose = (name: keyof typeof wishes) => (value: string) =>
    wish({ [name]: readWishes({ ...wishes, [name]: value })[name] });
  return (
    <div className={classes.filters}>
      <SearchInput
        label={t('session.searchClients')}
        value={list.query}
        onChange={list.setQuery}
        className={classes.search ?? ''}
      />
      <Filter
        label={t('event.status')}
        value={wishes.status}
        onChange={choose('status')}
        choices={CONSUMER_STATUSES.map((value) => ({ value, label: t(`consumerStatuses.${value}`) }))}
      />
      <Filter
        label={t('client.category')}
        value={wishes.category}
        onChange={choose('category')}
        choices={CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
      />
      <Filter
        label={t('event.session')}
        value={wishes.session}
        onChange={choose('session')}
        choices={[
          ...sessions.map((session) => ({ value: session._id, label: titleOf(session) })),
          { value: NO_SESSION, label: t('allClients.noSession') },
        ]}
      />
      <Filter
        label={t('allClients.payment')}
        value={wishes.payment}
        onChange={choose('payment')}
        choices={PAYMENT_STATES.map((value) => ({ value, label: t(`allClients.payments.${value}`) }))}
      />
    </div>
  );
}

interface FilterProps {
  label: string;
  value: string;
  choices: { value: string; label: string }[];
  onChange: (value: string) => void;
}

const Filter = ({ label, value, choices, onChange }: FilterProps) => (
  <NativeSelect
    aria-label={label}
    className={classes.filter ?? ''}
    data-set={value !== '' || undefined}
    value={value}
    data={[{ value: '', label }, ...choices]}
    onChange={(change) => onChange(change.currentTarget.value)}
  />
);
