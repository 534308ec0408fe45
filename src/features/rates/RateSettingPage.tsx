import { Alert, Anchor, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconCircleCheck, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_SET_RATE, SETTABLE_RATES } from '#domain/money/rate.ts';
import { isErased } from '#domain/documents/erasure.ts';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import type { RateChange } from '#domain/commands/consumers.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { AddClients } from '#ui/components/AddClients.tsx';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { FormFoot, FormRow } from '#ui/forms/Form.tsx';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useRateText } from '#ui/words/useRateText.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { ConsumerPicker } from './ConsumerPicker.tsx';
import { canHaveRate } from './rateRows.ts';

const NOBODY: ReadonlySet<string> = new Set();

/** Sets a rate for many registrations at once, with one undo (specification 1 §2, Rate setting). */
export function RateSettingPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  const consumers = useLive((store) => store.consumers());
  const all = [...consumers.values()];
  return (
    <Page
      title={t('rate_setting.title')}
      subtitle={t('rate_setting.lead')}
      back={{ to: hrefs.event(id), label: event === null ? '' : format.title(event) }}
    >
      {all.some(canHaveRate) ? (
        <RateForm />
      ) : all.some(isErased) ? (
        <EmptyState
          icon={IconUsers}
          title={t('rate_setting.erasedTitle')}
          text={t('rate_setting.erasedText')}
        />
      ) : (
        <EmptyState
          icon={IconUsers}
          title={t('rate_setting.emptyTitle')}
          text={t('rate_setting.emptyText')}
          action={<AddClients eventId={id} />}
        />
      )}
    </Page>
  );
}

function RateForm() {
  const { t } = useTranslation();
  const rateText = useRateText();
  const { repository } = useEvent();
  const { busy, run } = useAction();
  const [rateName, setRateName] = useState('');
  const [rate, setRate] = useState(String(DEFAULT_SET_RATE));
  const [picked, setPicked] = useState(NOBODY);
  const [nobody, setNobody] = useState(false);
  const [done, setDone] = useState<RateChange | null>(null);
  const form = useValidatedForm(apply);

  async function apply(): Promise<void> {
    setNobody(picked.size === 0);
    if (picked.size === 0) return;
    setDone(null);
    const change = await run(() =>
      repository.applyRate([...picked], { rate: Number(rate), rateName: rateName.trim() }),
    );
    if (change === null) return;
    setDone(change);
    setPicked(NOBODY);
  }
  async function undo(change: RateChange): Promise<void> {
    const undone = await run(() => repository.undoRate(change));
    if (undone === null) return;
    setDone(null);
    notify.success(t('rate_setting.undone', { count: undone.restored }));
  }

  const problems = Object.keys(form.problems).length;
  return (
    <form
      {...form.formProps}
      onSubmit={(submit) => {
        // Both are said at once: what is missing above, and that nobody is picked.
        setNobody(picked.size === 0);
        form.formProps.onSubmit(submit);
      }}
    >
      {done !== null && (
        <Alert color="green" icon={<IconCircleCheck aria-hidden />} role="status" mb="lg">
          {t('rate_setting.done', { count: done.before.length })}{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            disabled={busy}
            onClick={() => void undo(done)}
          >
            {t('common.undo')}
          </Anchor>
        </Alert>
      )}
      <FormRow least={240}>
        <TextInput
          name="rateName"
          label={t('rate_setting.rateName')}
          description={t('rate_setting.rateNameHint')}
          required
          pattern={inputPattern('freename')}
          maxLength={LIMITS.freename}
          data-kind="freename"
          autoComplete="off"
          value={rateName}
          error={form.errorOf('rateName')}
          onChange={(change) => setRateName(change.currentTarget.value)}
        />
        <NativeSelect
          name="rate"
          label={t('rate_setting.rate')}
          required
          value={rate}
          error={form.errorOf('rate')}
          onChange={(change) => setRate(change.currentTarget.value)}
          data={SETTABLE_RATES.map((one) => ({ value: String(one), label: rateText(one) }))}
        />
      </FormRow>
      <ConsumerPicker
        picked={picked}
        onPick={(next) => {
          setPicked(next);
          if (next.size > 0) setNobody(false);
        }}
        error={nobody ? t('rate_setting.no_consumer_selected') : null}
      />
      <FormFoot
        message={
          problems > 0
            ? t('validation.summary', { count: problems })
            : nobody
              ? t('rate_setting.no_consumer_selected')
              : null
        }
      >
        <Button type="submit" loading={busy}>
          {t('rate_setting.submit')}
        </Button>
      </FormFoot>
    </form>
  );
}
