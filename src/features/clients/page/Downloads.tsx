import { Button } from '@mantine/core';
import { IconFileInvoice, IconMail, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '#domain/notifications/audience.ts';
import { standingPaper } from '#domain/money/invoice.ts';
import { templateFor } from '#domain/notifications/papers.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useIssuedPdf } from '#hooks/data/invoices.ts';
import { useNow } from '#hooks/data/now.ts';
import { useRegistrationFacts } from '#hooks/data/registrations.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { fullName } from '#ui/words/format.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { saveFile } from '#ui/files/saveFile.ts';
import { AssociateAccount } from './AssociateAccount.tsx';
import { GuestLink } from './GuestLink.tsx';
import classes from './ClientPage.module.css';
import { makeDocument } from './makeDocument.ts';
import type { TabProps } from './tabProps.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/**
 * Barcode always; invitation and invoice where a matching template is there (readings, no. 5 and 18); the guest's own
 * account.
 */
export function Downloads({ client, consumer }: TabProps) {
  const { t } = useTranslation();
  const { language: reader } = useFormat();
  const { busy, run } = useAction();
  const invitations = useLive((store) => store.documents('invitationtemplate'));
  const invoices = useLive((store) => store.documents('invoicetemplate'));
  const { repository } = useEvent();
  const now = useNow();
  const factsOf = useRegistrationFacts();
  // As what is mailed: of a registration all guests have one language.
  const spoken =
    consumer === null
      ? client.language
      : languageOf(consumer, factsOf({ consumerId: consumer._id })?.clients ?? [client]);
  const wanted = { language: spoken, paymentType: consumer?.paymentType ?? 'none' } as const;
  const templates = {
    invitation: templateFor('invitation', invitations.values(), wanted),
    invoice: templateFor('invoice', invoices.values(), wanted),
  };
  const { number } = client;
  // What is issued is never made anew (readings, no. 52).
  const issued = consumer?.invoices?.findLast(({ kind }) => kind === 'invoice');
  const isTakenBack = consumer !== null && standingPaper(consumer)?.kind === 'credit';
  const kept = useIssuedPdf();

  async function saveBarcode(code: string): Promise<void> {
    await run(async () => {
      const { barcodeJpeg } = await import('#pdf/barcodePicture.ts');
      const blob = await barcodeJpeg(code, fullName(client));
      await saveFile(blob, t('client_display.barcodeFile', { number: code }));
      return { ok: true, value: null };
    });
  }
  async function saveDocument(kind: TemplateKind): Promise<void> {
    await run(async () => {
      const made = await makeDocument(kind, {
        reader,
        client,
        consumer,
        factsOf,
        pdfOf: repository.templatePdf,
        templates,
        now: now(),
      });
      if (!made.ok) return made;
      await saveFile(made.value.blob, made.value.name);
      return { ok: true, value: null };
    });
  }
  return (
    <div className={classes.downloads}>
      <Button
        variant="default"
        loading={busy}
        disabled={!number}
        leftSection={<IconQrcode {...icon} />}
        onClick={() => number && void saveBarcode(number)}
      >
        {t('client_display.barcode')}
      </Button>
      {templates.invitation && (
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconMail {...icon} />}
          onClick={() => void saveDocument('invitation')}
        >
          {t('client_display.invitation')}
        </Button>
      )}
      {templates.invoice && consumer !== null && (
        <Button
          variant="default"
          loading={busy || kept.busy}
          leftSection={<IconFileInvoice {...icon} />}
          onClick={() => void (issued?.lacks === null ? kept.save(issued) : saveDocument('invoice'))}
        >
          {t(isTakenBack ? 'client_display.invoiceTakenBack' : 'client_display.invoice')}
        </Button>
      )}
      {consumer !== null && <AssociateAccount consumer={consumer} />}
      {consumer !== null && <GuestLink consumer={consumer} />}
      {!number && <p className={classes.hint}>{t('client_display.barcodeNone')}</p>}
    </div>
  );
}
