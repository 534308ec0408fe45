import { Alert, Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paymentsWebhook, STRIPE_EVENTS } from '#domain/services/paymentsWebhook.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import classes from './Services.module.css';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** What is entered at Stripe, so that it tells of the event's payments. */
export function WebhookPart() {
  const { t } = useTranslation();
  const { id } = useEvent();
  const { services } = useAppData();
  const { value: said } = useServerValue(() => services.publicUrl(), id);
  const clipboard = useClipboard({ timeout: 3000 });
  if (said === null) return null;
  if (said.url === null) return <Alert color="amber">{t('services.payments.noAddress')}</Alert>;
  const address = paymentsWebhook(id, said.url);
  return (
    <div className={classes.webhook}>
      <h3>{t('services.payments.webhook')}</h3>
      <p className={classes.hint}>{t('services.payments.webhookHint')}</p>
      <div className={classes.address}>
        <TextInput
          readOnly
          label={t('services.payments.address')}
          value={address}
          onFocus={(focus) => focus.currentTarget.select()}
        />
        {/* Browsers have no clipboard on a page without TLS. */}
        {'clipboard' in navigator && (
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
            onClick={() => clipboard.copy(address)}
          >
            {t(clipboard.copied ? 'services.payments.copied' : 'services.payments.copy')}
          </Button>
        )}
      </div>
      <p id="stripe-events">{t('services.payments.events')}</p>
      <ul className={classes.events} aria-labelledby="stripe-events">
        {STRIPE_EVENTS.map((type) => (
          <li key={type}>
            <code>{type}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
