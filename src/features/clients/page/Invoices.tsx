import { Button, Text } from '@mantine/core';
import { IconDownload, IconFileInvoice } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consumer, IssuedInvoice } from '#domain/documents/consumer.ts';
import { ok } from '#domain/result.ts';
import { needsInvoiceIndex } from '#domain/money/invoice.ts';
import { useEventTime } from '#hooks/data/calendar.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { useIssuedPdf } from '#hooks/data/invoices.ts';
import { Section } from '#ui/components/Page.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './ClientPage.module.css';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { CorrectInvoice } from './CorrectInvoice.tsx';
import { useUnprintableInvoice } from './useUnprintableInvoice.ts';

/** What was issued for a registration, and the wish for an invoice or for its correction, which the server fulfils. */
export function Invoices({ consumer }: { consumer: Consumer }) {
  const { t } = useTranslation();
  const list = consumer.invoices ?? [];
  const newest = list.findLast(({ kind }) => kind === 'invoice');
  const takenBack = new Set(list.flatMap(({ takesBack }) => takesBack ?? []));
  const isWaiting =
    newest === undefined
      ? needsInvoiceIndex(consumer) || consumer.invoiceIndex != null
      : consumer.invoiceCorrects != null;
  const owesNone = consumer.registration == null || consumer.status === 'canceled';
  if (owesNone && newest === undefined) return null;
  return (
    <Section title={t('invoices.title')} flush>
      {list.length > 0 && (
        <ul className={classes.files}>
          {list.map((one) => (
            <Row
              key={`${one.kind}${one.index}`}
              one={one}
              isCurrent={one === newest && !takenBack.has(one.number)}
            />
          ))}
        </ul>
      )}
      <div className={classes.invoiceFoot} data-lined={list.length > 0}>
        {isWaiting ? (
          <Text size="sm" c="dimmed">
            {t(newest === undefined ? 'invoices.waiting' : 'invoices.correcting')}
          </Text>
        ) : newest === undefined ? (
          <Issue consumer={consumer} />
        ) : (
          <CorrectInvoice consumer={consumer} />
        )}
      </div>
    </Section>
  );
}

function Row({ one, isCurrent }: { one: IssuedInvoice; isCurrent: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useEventTime();
  const { busy, save } = useIssuedPdf();
  const isCredit = one.kind === 'credit';
  return (
    <li>
      <span className={classes.invoice}>
        <span className={classes.invoiceNumber}>
          {t(isCredit ? 'invoices.credit' : 'invoices.invoice', { number: one.number })}
        </span>
        <span className={classes.hint} data-numeric>
          {timeOf(one.issuedAt)} · {format.money(one.total, one.currency)}
        </span>
        {isCredit && (
          <span className={classes.hint}>{t('invoices.takesBack', { number: one.takesBack })}</span>
        )}
        {!isCredit && !isCurrent && <span className={classes.hint}>{t('invoices.takenBack')}</span>}
        {one.lacks != null && <span className={classes.bad}>{t(`invoices.lacks.${one.lacks}`)}</span>}
      </span>
      {one.lacks == null && (
        <Button
          variant="default"
          size="xs"
          loading={busy}
          aria-label={t('client_display.download', { name: one.number })}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void save(one)}
        >
          PDF
        </Button>
      )}
    </li>
  );
}

function Issue({ consumer }: { consumer: Consumer }) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const { busy, run } = useAction();
  const unprintable = useUnprintableInvoice(consumer);
  /** What could not be printed, while it is asked whether it is issued all the same. */
  const [lacking, setLacking] = useState<string | null>(null);
  const issue = () => run(() => repository.askForInvoice(consumer._id));
  const ask = () =>
    run<unknown>(async () => {
      const text = await unprintable();
      if (text === null) return repository.askForInvoice(consumer._id);
      setLacking(text);
      return ok(null);
    });
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('invoices.none')}
      </Text>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconFileInvoice size={18} stroke={1.7} aria-hidden />}
        onClick={() => void ask()}
      >
        {t('invoices.issue')}
      </Button>
      <ConfirmDialog
        opened={lacking !== null}
        title={t('invoices.issue')}
        confirmLabel={t('invoices.unprintable.confirm')}
        busy={busy}
        onConfirm={() => void issue()}
        onCancel={() => setLacking(null)}
      >
        {t('invoices.unprintable.warning', { text: lacking })}
      </ConfirmDialog>
    </>
  );
}
