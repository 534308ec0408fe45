import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DetailList } from '#ui/components/DetailList.tsx';
import { Section } from '#ui/components/Page.tsx';
import { Nothing } from '#ui/components/Nothing.tsx';
import classes from './ClientPage.module.css';
import type { TabProps } from './tabProps.ts';

const STRIPE = 'https://dashboard.stripe.com';

/** Payment type, and the card payment provider's own pages. */
export function PaymentTab({ consumer }: TabProps) {
  const { t } = useTranslation();
  if (consumer === null) return <Nothing framed>{t('client_display.noConsumer')}</Nothing>;
  const payment = consumer.registration?.['payment'] as
    { stripeCustomerId?: unknown; stripePaymentId?: unknown } | null | undefined;
  const links = [
    { label: t('client_display.stripeCustomer'), path: 'customers', id: payment?.stripeCustomerId },
    { label: t('client_display.stripePayment'), path: 'payments', id: payment?.stripePaymentId },
  ].flatMap(({ id, ...link }) => (typeof id === 'string' && id !== '' ? [{ ...link, id }] : []));
  return (
    <Section title={t('client_display.tabs.payment')}>
      <DetailList
        items={[
          { label: t('client_display.paymentType'), value: t(`paymentTypes.${consumer.paymentType}`) },
          {
            label: t('client_display.stripe'),
            value:
              links.length === 0 ? (
                t('client_display.noPayment')
              ) : (
                <span className={classes.links}>
                  {links.map(({ label, path, id }) => (
                    <Anchor
                      key={path}
                      href={`${STRIPE}/${path}/${encodeURIComponent(id)}`}
                      target="_blank"
                      rel="noreferrer"
                    >
                      {label}
                    </Anchor>
                  ))}
                </span>
              ),
          },
        ]}
      />
    </Section>
  );
}
