import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ServiceSections } from '#domain/services/settings.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEventTime } from '#hooks/data/calendar.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { FormRow } from '#ui/forms/Form.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { Secret } from './fields.tsx';
import type { ServiceSettings } from './useServices.ts';
import { useTyped } from './useTyped.ts';
import { WebhookPart } from './WebhookPart.tsx';
import classes from './Services.module.css';

interface PaymentsFormProps {
  settings: ServiceSections['payments'];
  service: ServiceSettings;
}

/** Keys of the account that card payments go to. */
export function PaymentsForm({ settings, service }: PaymentsFormProps) {
  const { t } = useTranslation();
  const begin = () => ({ key: settings.key ?? '', secret: settings.secret ?? '' });
  const { typed, set, problemOf, save } = useTyped('payments', service, begin, ({ key, secret }) => ({
    // What is copied from a page brings a blank along, which nobody sees here: no webhook would be signed with it.
    ...{ key: key.trim(), secret: secret.trim() },
  }));
  const form = useValidatedForm(save);
  return (
    <form {...form.formProps} className={classes.form}>
      <OpenPages />
      <FormRow least={220}>
        <Secret
          {...{ form, name: 'key', label: t('services.payments.key'), value: typed.key }}
          problem={problemOf('key')}
          description={t('services.payments.keyHint')}
          onChange={(key) => set({ key })}
        />
        <Secret
          {...{ form, name: 'secret', label: t('services.payments.secret'), value: typed.secret }}
          problem={problemOf('secret')}
          description={t('services.payments.secretHint')}
          onChange={(secret) => set({ secret })}
        />
      </FormRow>
      <WebhookPart />
      <div className={classes.buttons}>
        <Button type="submit" loading={service.busy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}

/** Before another key is saved, or none: what becomes of the pages that guests have open. */
function OpenPages() {
  const { t } = useTranslation();
  const timeOf = useEventTime();
  const { id } = useEvent();
  const data = useAppData();
  const { value } = useServerValue(() => data.paymentTroubles(id), id);
  if (value === null || value.openUntil === null) return null;
  const until = timeOf(value.openUntil);
  return <Alert color="amber">{t('services.payments.openPages', { count: value.open, until })}</Alert>;
}
