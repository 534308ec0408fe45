import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isNamed } from '#domain/clients/renaming.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { fullName } from '#ui/words/format.ts';
import { renamingOf } from '../renamings.ts';
import classes from './ClientPage.module.css';
import { CorrectInvoice } from './CorrectInvoice.tsx';

/** After a guest's name was corrected: where the former one still stands. Nothing of it changes by itself. */
export function Renamed({ client, consumer }: { client: Client; consumer: Consumer }) {
  const { t } = useTranslation();
  const event = useEvent();
  const { busy, run } = useAction();
  const renaming = renamingOf(event, client._id);
  if (renaming === null || isNamed(client, renaming.former)) return null;
  const { former } = renaming;
  const name = fullName(former);
  const list = consumer.invoices ?? [];
  const newest = list.findLast(({ kind }) => kind === 'invoice');
  const isKept =
    newest?.number === renaming.invoice &&
    consumer.invoiceCorrects == null &&
    !list.some(({ takesBack }) => takesBack === newest?.number);
  const invoice = isKept ? t('client_display.renamed.invoice', { number: newest?.number, name }) : '';
  if (isNamed(consumer.person, former))
    return (
      <div className={`${classes.outdated} ${classes.renamed}`} role="status">
        <p>
          {t('client_display.renamed.registration', { name })} {invoice}
        </p>
        <Button
          variant="default"
          loading={busy}
          onClick={() => void run(() => event.repository.renamePerson(consumer._id, former, client))}
        >
          {t('client_display.renamed.change', { name: fullName(client) })}
        </Button>
      </div>
    );
  if (!isKept || !isNamed(consumer.person, client)) return null;
  return (
    <div className={`${classes.outdated} ${classes.renamed}`} role="status">
      <p>{invoice}</p>
      <CorrectInvoice consumer={consumer} />
    </div>
  );
}
