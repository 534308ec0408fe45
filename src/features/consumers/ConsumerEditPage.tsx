import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { Consumer } from '#domain/documents/consumer.ts';
import { currencyMayBe } from '#domain/money/bearsMoney.ts';
import { numberOf } from '#domain/money/invoice.ts';
import { rebase } from '#domain/conflicts/rebase.ts';
import { useEventCalendar } from '#hooks/data/calendar.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useRoutine } from '#hooks/data/messages.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { useDraft } from '#hooks/data/draft.ts';
import { DraftNotice, FormFoot, FormPart } from '#ui/forms/Form.tsx';
import { fullName } from '#ui/words/format.ts';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { inputOf, valuesOf, type ConsumerFormValues } from './consumerFormValues.ts';
import { AddressFields } from './fields.tsx';
import { PaymentFields } from './PaymentFields.tsx';
import { PersonFields } from './PersonFields.tsx';

/** Edit a registration (specification 1 §2, Consumer edit). A missing one is led away by the route's gate. */
export function ConsumerEditPage() {
  const id = idFromParam('consumer', useParams()['consumerId']);
  const consumer = useLive((store) => store.consumers().get(id) ?? null);
  return consumer === null ? null : <ConsumerEdit key={id} consumer={consumer} />;
}

function ConsumerEdit({ consumer }: { consumer: Consumer }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id: eventId, repository } = useEvent();
  const event = useLive((store) => store.event());
  const calendar = useEventCalendar();
  const routine = useRoutine();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string | null>(null);
  // What arrives from other devices while somebody types must not change the fields under the fingers.
  const [start] = useState(() => ({
    ...{ consumer, basis: consumer._rev ?? '', values: valuesOf(consumer, calendar) },
  }));
  const draft = useDraft<ConsumerFormValues>(`consumer-${consumer._id}`, start.basis, start.values, rebase);
  const values = draft.value;
  const set = (change: Partial<ConsumerFormValues>) => draft.change((before) => ({ ...before, ...change }));
  const form = useValidatedForm(save);

  async function leave(): Promise<void> {
    draft.discard();
    // A page opened by its address has nothing to go back to.
    const first = (window.history.state as { idx?: number } | null)?.idx === 0;
    await (first ? navigate(hrefs.event(eventId)) : navigate(-1));
  }

  async function save(): Promise<void> {
    const input = inputOf(values, start.consumer, calendar);
    if (input === null) return;
    setFailure(null);
    const saved = await run(
      () => repository.saveConsumer(consumer._id, input, start.consumer),
      (error) => {
        setFailure(errorText(error));
        return true;
      },
    );
    if (saved === null) return;
    // Without a connection the server runs it by itself, when the change arrives there (CONSUMER-08).
    routine();
    notify.success(t('consumerForm.saved'));
    await leave();
  }

  const name = fullName({
    forename: consumer.person?.forename ?? '',
    surname: consumer.person?.surname ?? '',
  });
  const { invoiceIndex } = consumer;
  const problems = Object.keys(form.problems).length;
  const part = { values, errorOf: form.errorOf, set };
  return (
    <Page
      title={name === '' ? t('consumerForm.titleNoName') : t('consumerForm.title', { name })}
      subtitle={
        invoiceIndex == null
          ? null
          : t('consumerForm.invoice', { number: numberOf(consumer, event?.invoicePrefix) })
      }
      back={{ to: hrefs.event(eventId), label: event === null ? '' : format.title(event) }}
      narrow
    >
      <form {...form.formProps}>
        <DraftNotice draft={draft} />
        <PersonFields {...part} />
        <FormPart title={t('consumerForm.address')} hint={t('consumerForm.addressHint')}>
          <AddressFields
            prefix="address"
            values={values.address}
            errorOf={form.errorOf}
            onChange={(address) => set({ address })}
          />
          <Checkbox
            name="identical"
            label={t('consumerForm.identical')}
            checked={values.identical}
            onChange={(change) => set({ identical: change.currentTarget.checked })}
          />
        </FormPart>
        {!values.identical && (
          <FormPart title={t('consumerForm.addressSec')}>
            <AddressFields
              prefix="addressSec"
              values={values.addressSec}
              errorOf={form.errorOf}
              onChange={(addressSec) => set({ addressSec })}
            />
          </FormPart>
        )}
        <PaymentFields
          {...part}
          enabled={event?.paymentTypes ?? []}
          savedRate={Number(start.values.rate)}
          mayBe={(currency) => currencyMayBe(currency, consumer)}
          onDay={(day) => {
            set({ day });
            form.forget('date');
          }}
          forget={form.forget}
        />
        <FormFoot message={problems > 0 ? t('validation.summary', { count: problems }) : failure}>
          <Button variant="default" onClick={() => void leave()}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('common.save')}
          </Button>
        </FormFoot>
      </form>
    </Page>
  );
}
