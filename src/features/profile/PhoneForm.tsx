import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '#domain/text/text.ts';
import { PHONE_INPUT, typedPhone } from '#domain/import/typedPhone.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { FormPart } from '#ui/forms/Form.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import classes from './Profile.module.css';
import { StatusLine, type FormStatus } from './StatusLine.tsx';

/** The phone number, optional: an empty one is removed (specification 2 §5). */
export function PhoneForm({ saved }: { saved: string }) {
  const { t } = useTranslation();
  const data = useAppData();
  const errorText = useErrorText();
  const { busy, run } = useAction();
  const [phone, setPhone] = useState(saved);
  const [status, setStatus] = useState<FormStatus | null>(null);
  const form = useValidatedForm(async () => {
    setStatus(null);
    const done = await run(
      async () => {
        const answer = await data.changePhone(phone.trim() || null);
        return answer.ok ? { ok: true as const, value: true } : answer;
      },
      (error) => {
        setStatus({ tone: 'bad', text: errorText(error) });
        return true;
      },
    );
    if (done !== null) setStatus({ tone: 'good', text: t('user_display.phone_success') });
  });
  return (
    <form {...form.formProps}>
      <FormPart title={t('user_display.phone')} hint={t('user_display.phoneHint')}>
        <TextInput
          name="phone"
          type="tel"
          label={t('user_display.phone')}
          placeholder="+41 79 123 45 67"
          autoComplete="tel"
          pattern={PHONE_INPUT}
          maxLength={LIMITS.phone}
          data-kind="phone"
          maw={320}
          value={phone}
          error={form.errorOf('phone')}
          onChange={(change) => {
            setPhone(typedPhone(change.currentTarget.value));
            setStatus(null);
          }}
        />
        <div className={classes.foot}>
          <Button type="submit" loading={busy}>
            {t('user_display.phoneSubmit')}
          </Button>
          <StatusLine status={status} />
        </div>
      </FormPart>
    </form>
  );
}
