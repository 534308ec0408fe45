import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceSections } from '#domain/services/settings.ts';
import { FormRow } from '#ui/forms/Form.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { Line, Secret } from './fields.tsx';
import type { ServiceSettings } from './useServices.ts';
import classes from './Services.module.css';

interface TwilioFormProps {
  section: 'sms' | 'whatsapp';
  settings: ServiceSections['sms'];
  service: ServiceSettings;
}

/** An account of the provider of SMS and WhatsApp, and the number that messages come from. */
export function TwilioForm({ section, settings, service }: TwilioFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState({
    sid: settings.sid ?? '',
    token: settings.token ?? '',
    number: settings.number ?? '',
  });
  const [problem, setProblem] = useState<string | null>(null);
  const set = (change: Partial<typeof typed>): void => {
    setTyped((before) => ({ ...before, ...change }));
    setProblem(null);
  };
  const form = useValidatedForm(async () => {
    const saved = { sid: typed.sid.trim(), token: typed.token, number: typed.number.trim() };
    const field = await service.save(section, saved);
    setProblem(field === 'token' ? t('services.again') : null);
  });
  return (
    <form {...form.formProps} className={classes.form}>
      <FormRow least={220}>
        <Line
          {...{ form, name: 'sid', label: t('services.twilio.sid'), value: typed.sid }}
          onChange={(sid) => set({ sid })}
        />
        <Secret
          {...{ form, name: 'token', label: t('services.twilio.token'), value: typed.token, problem }}
          onChange={(token) => set({ token })}
        />
      </FormRow>
      <Line
        {...{ form, name: 'number', label: t('services.twilio.number'), value: typed.number }}
        kind="phone"
        description={t('services.twilio.numberHint')}
        onChange={(number) => set({ number })}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={service.busy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
