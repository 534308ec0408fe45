import { NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_TYPES } from '#domain/config.ts';
import { moneyRows, moneySums, SUMS, type MoneyRow } from '#domain/money/moneyList.ts';
import { PAYMENT_STATES } from '#domain/money/paymentState.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { MakingButton } from '#ui/files/MakingButton.tsx';
import { hrefs } from '#ui/paths.ts';
import { useAddressState } from '#ui/platform/useAddressState.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { CardTroubles } from './CardTroubles.tsx';
import { Closing } from './Closing.tsx';
import classes from './Money.module.css';
import { MoneyTable } from './MoneyTable.tsx';
import { useMoneyExport } from './useMoneyExport.ts';

const EVERYTHING = { state: '', type: '' };

/** What the event is owed, what came in and went back, registration by registration, and the closing of a day. */
export function MoneyPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  const consumers = useLive((store) => store.consumers());
  const clients = useLive((store) => store.documents('client'));
  const nameOf = usePeopleNames();
  const [asked, ask] = useAddressState(EVERYTHING);
  const all = useMemo(() => moneyRows(consumers.values(), clients.values()), [consumers, clients]);
  const rows = useMemo(
    () =>
      all
        .filter((row) => isAsked(row, asked))
        .map((row) => ({ ...row, name: nameOf(row.consumerId).listed }))
        .sort((a, b) => a.name.localeCompare(b.name, format.language)),
    [all, asked, nameOf, format.language],
  );
  const { share, start, cancel } = useMoneyExport(rows);
  return (
    <Page
      title={t('screens.money')}
      subtitle={t('payments.lead')}
      back={{ to: hrefs.event(id), label: event === null ? '' : format.title(event) }}
    >
      <CardTroubles />
      <div className={classes.filters}>
        <NativeSelect
          label={t('payments.state')}
          value={asked.state}
          onChange={(change) => ask({ state: change.currentTarget.value })}
          data={[
            { value: '', label: t('payments.all') },
            { value: 'attention', label: t('payments.attention') },
            ...PAYMENT_STATES.filter((one) => one !== 'free').map((value) => ({
              value,
              label: t(`payments.states.${value}`),
            })),
          ]}
        />
        <NativeSelect
          label={t('client_display.paymentType')}
          value={asked.type}
          onChange={(change) => ask({ type: change.currentTarget.value })}
          data={[
            { value: '', label: t('payments.allTypes') },
            ...PAYMENT_TYPES.map((value) => ({ value, label: t(`paymentTypes.${value}`) })),
          ]}
        />
        <MakingButton
          variant="default"
          disabled={rows.length === 0}
          leftSection={<IconDownload size={18} aria-hidden />}
          share={share}
          onStart={() => void start()}
          onCancel={cancel}
        >
          {t('payments.export')}
        </MakingButton>
      </div>
      {moneySums(rows).map(({ currency, sums }) => (
        <dl key={currency} className={classes.sums}>
          {SUMS.map((name) => (
            <div key={name}>
              <dt>{t(`payments.${name}`)}</dt>
              <dd data-numeric>{format.money(sums[name], currency)}</dd>
            </div>
          ))}
        </dl>
      ))}
      {rows.length === 0 ? (
        <Nothing framed>{t(all.length === 0 ? 'payments.nothing' : 'payments.none')}</Nothing>
      ) : (
        <MoneyTable rows={rows} />
      )}
      <Section title={t('payments.closing')}>
        <Closing />
      </Section>
    </Page>
  );
}

const isAsked = (row: MoneyRow, { state, type }: typeof EVERYTHING): boolean =>
  (state === '' || state === row.state || (state === 'attention' && row.flags.length > 0)) &&
  (type === '' || type === row.paymentType);
