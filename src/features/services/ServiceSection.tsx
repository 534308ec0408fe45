import { Alert, Switch } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lackingIn, stateOf, type NeededField, type SectionName } from '#domain/services/settings.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Section } from '#ui/components/Page.tsx';
import type { ServiceSettings } from './useServices.ts';
import classes from './Services.module.css';

interface ServiceSectionProps {
  name: SectionName;
  service: ServiceSettings;
  /** What is set, once it is enabled. */
  children: ReactNode;
}

/** One service: off, on and to be set, or saved. Switching it off takes away what is set, so it asks first. */
export function ServiceSection({ name, service, children }: ServiceSectionProps) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const state = stateOf(service.doc, name);
  const title = t(`services.${name}.title`);
  const lacking = state === 'saved' ? lackingIn(name, service.doc[name] ?? {}) : [];
  const shown = lacking.length > 0 ? 'lacking' : state;

  async function disable(): Promise<void> {
    const done = await service.save(name, null, t('services.disabledNow', { title }));
    if (done.ok) setAsks(false);
  }
  return (
    <Section
      title={title}
      aside={
        <div className={classes.head}>
          <span className={classes.state} data-state={shown}>
            {t(`services.state.${shown}`)}
          </span>
          <Switch
            label={t('services.enable', { title })}
            classNames={{ labelWrapper: classes.hidden ?? '' }}
            checked={state !== 'disabled'}
            disabled={service.busy}
            onChange={(change) => {
              if (change.currentTarget.checked) void service.save(name, {}, '');
              else if (state === 'saved') setAsks(true);
              else void disable();
            }}
          />
        </div>
      }
    >
      <p className={classes.hint}>{t(`services.${name}.hint`)}</p>
      {lacking.length > 0 && (
        <Alert color="amber" mt={16}>
          {t(name === 'payments' ? 'services.lacks.toPay' : 'services.lacks.toSend', {
            fields: lacking.map((field) => t(LABELS[field])).join(', '),
          })}
        </Alert>
      )}
      {state !== 'disabled' && children}
      <ConfirmDialog
        opened={asks}
        title={t('services.disableTitle', { title })}
        confirmLabel={t('services.disable')}
        danger
        busy={service.busy}
        onConfirm={() => void disable()}
        onCancel={() => setAsks(false)}
      >
        {t(name === 'payments' ? 'services.payments.disableText' : 'services.disableText')}
      </ConfirmDialog>
    </Section>
  );
}

/** What its form calls each. */
const LABELS = {
  email: 'services.email.email',
  host: 'services.email.host',
  port: 'services.email.port',
  sid: 'services.twilio.sid',
  token: 'services.twilio.token',
  number: 'services.twilio.number',
  key: 'services.payments.key',
  secret: 'services.payments.secret',
} as const satisfies Record<NeededField, string>;
