import { Anchor, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { emptiedOf } from '#domain/money/moneyList.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { Page, Section } from '#ui/components/Page.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { listName } from '#ui/words/format.ts';
import { Invoices } from '../Invoices.tsx';
import classes from './Payment.module.css';
import { Payments } from './PaymentTab.tsx';

/** The money of a registration by itself: it is here also when none of its guests is left. A missing one is led away by the route's gate. */
export function RegistrationMoneyPage() {
  const { t } = useTranslation();
  const { id } = useEvent();
  const consumerId = idFromParam('consumer', useParams()['consumerId']);
  const consumer = useLive((store) => store.consumers().get(consumerId) ?? null);
  const clients = useLive((store) => store.documents('client'));
  const nameOf = usePeopleNames();
  const own = [...clients.values()].filter((client) => client.consumerId === consumerId);
  const guests = own.filter(({ deletedAt }) => deletedAt == null);
  const { name } = nameOf(consumerId);
  useDocumentTitle(name);
  if (consumer === null) return null;
  return (
    <Page
      title={name}
      subtitle={t('screens.registrantMoney')}
      back={{ to: hrefs.money(id), label: t('screens.money') }}
      narrow
      actions={
        consumer.erasedAt == null && (
          <Button
            component={Link}
            to={hrefs.registrant(id, consumerId)}
            variant="default"
            leftSection={<IconPencil size={18} stroke={1.7} aria-hidden />}
          >
            {t('payments.edit')}
          </Button>
        )
      }
    >
      <Payments consumer={consumer} isEmptied={emptiedOf(own).has(consumerId)} />
      <Invoices consumer={consumer} />
      {guests.length > 0 && (
        <Section title={t('payments.guests')} flush>
          <ul className={classes.list}>
            {guests.map((client) => (
              <li key={client._id}>
                <Anchor component={Link} to={hrefs.client(id, client._id)}>
                  {listName(client)}
                </Anchor>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}
