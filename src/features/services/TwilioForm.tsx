import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ServiceSections } from '#domain/services/settings.ts';
import { FormRow } from '#ui/forms/Form.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { Line, Secret } from './fields.tsx';
import type { ServiceSettings } from './useServices.ts';
import { useTyped } from './useTyped.ts';
import classes from './Services.module.css';

interface TwilioFormProps {
  section: 'sms' | 'whatsapp';
  settings: ServiceSections['sms'];
  service: ServiceSettings;
}

/** An account of the provider of SMS and WhatsApp, and the number that messages come from. */
export function TwilioForm({ section, settings, service }: TwilioFormProps) {
  const { t } = useTranslation();
  const begin = () => ({
    ...{ sid: settings.sid ?? '', token: settings.token ?? '', number: settings.number ?? '' },
  });
  const { typed, set, problemOf, save } = useTyped(section, service, begin, ({ sid, token, number }) => ({
    ...{ sid: sid.trim(), token: token.trim(), number: number.trim() },
  }));
  const form = useValidatedForm(save);
  return (
    <form {...form.formProps} className={classes.form}>
      <FormRow least={220}>
        <Line
          {...{ form, name: 'sid', label: t('services.twilio.sid'), value: typed.sid }}
          problem={problemOf('sid')}
          onChange={(sid) => set({ sid })}
        />
        <Secret
          {...{ form, name: 'token', label: t('services.twilio.token'), value: typed.token }}
          problem={problemOf('token')}
          onChange={(token) => set({ token })}
        />
      </FormRow>
      <Line
        {...{ form, name: 'number', label: t('services.twilio.number'), value: typed.number }}
        problem={problemOf('number')}
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
