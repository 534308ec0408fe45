import { Button } from '@mantine/core';
import { IconFileInvoice, IconMail, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { fullName } from '#ui/words/format.ts';
import { notify } from '#ui/components/notify.tsx';
import { saveFile } from '#ui/files/saveFile.ts';
import { AssociateAccount } from './AssociateAccount.tsx';
import classes from './ClientPage.module.css';
import type { TabProps } from './tabProps.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/**
 * Barcode always; invitation and invoice where a matching template is there (readings, no. 5 and 18); the guest's own
 * account.
 */
export function Downloads({ client, consumer }: TabProps) {
  const { t } = useTranslation();
  const { busy, run } = useAction();
  const invitations = useLive((store) => store.documents('invitationtemplate'));
  const invoices = useLive((store) => store.documents('invoicetemplate'));
  const hasInvitation = [...invitations.values()].some(({ language }) => language === client.language);
  const hasInvoice = [...invoices.values()].some(
    ({ language, paymentType }) => language === client.language && paymentType === consumer?.paymentType,
  );
  const { number } = client;

  async function saveBarcode(code: string): Promise<void> {
    await run(async () => {
      const { barcodeJpeg } = await import('#pdf/barcodePicture.ts');
      const blob = await barcodeJpeg(code, fullName(client));
      await saveFile(blob, t('client_display.barcodeFile', { number: code }));
      return { ok: true, value: null };
    });
  }
  const later = () => notify.info(t('client_display.notBuilt'), 'not-built');
  return (
    <div className={classes.downloads}>
      {number && (
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconQrcode {...icon} />}
          onClick={() => void saveBarcode(number)}
        >
          {t('client_display.barcode')}
        </Button>
      )}
      {hasInvitation && (
        <Button variant="default" leftSection={<IconMail {...icon} />} onClick={later}>
          {t('client_display.invitation')}
        </Button>
      )}
      {hasInvoice && (
        <Button variant="default" leftSection={<IconFileInvoice {...icon} />} onClick={later}>
          {t('client_display.invoice')}
        </Button>
      )}
      {consumer !== null && <AssociateAccount consumer={consumer} />}
    </div>
  );
}
