import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import classes from './Payment.module.css';

const STRIPE = 'https://dashboard.stripe.com';
/** The provider's own page of a customer or a payment. */
export const stripePage = (kind: 'customers' | 'payments', id: string): string =>
  `${STRIPE}/${kind}/${encodeURIComponent(id)}`;

/** The provider's pages of whoever paid last (specification 1 §2). */
export function StripeLinks({ consumer }: { consumer: Consumer }) {
  const { t } = useTranslation();
  // Both places are the specification's; ours is the registration (1 §3, 2 §3).
  const [stripeCustomerId, stripePaymentId] = (['stripeCustomerId', 'stripePaymentId'] as const).map(
    (name) => consumer.registration?.payment?.[name] || consumer.payment?.[name],
  );
  const links = [
    { label: t('client_display.stripeCustomer'), kind: 'customers' as const, id: stripeCustomerId },
    { label: t('client_display.stripePayment'), kind: 'payments' as const, id: stripePaymentId },
  ].flatMap(({ id, ...link }) => (id ? [{ ...link, id }] : []));
  if (links.length === 0) return t('client_display.noPayment');
  return (
    <span className={classes.links}>
      {links.map(({ label, kind, id }) => (
        <Anchor key={kind} href={stripePage(kind, id)} target="_blank" rel="noreferrer">
          {label}
        </Anchor>
      ))}
    </span>
  );
}
