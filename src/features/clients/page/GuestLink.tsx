import { Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCircleCheck, IconCopy, IconLink, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { QrCode } from '#hooks/files/QrCode.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './ClientPage.module.css';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface GuestLinkProps {
  consumer: Consumer;
  /** The code leads straight to the page to pay on. */
  pays?: boolean;
  disabled?: boolean;
}

/** The guest's own page, to be shown as a code or sent: what the link opens, only the server knows. */
export function GuestLink({ consumer, pays = false, disabled = false }: GuestLinkProps) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const data = useAppData();
  const { busy, run } = useAction();
  const [url, setUrl] = useState<string | null>(null);
  const [ends, setEnds] = useState(false);
  const { open } = settlementOf(consumer);

  async function show(): Promise<void> {
    const link = await run(() => data.guestLink(id, consumer._id));
    if (link === null) return;
    if (pays && !link.takesCards) {
      notify.error(t('guestLink.noCards'));
      return;
    }
    setUrl(new URL(link.url ?? link.path, location.origin).href + (pays ? '/pay' : ''));
  }
  return (
    <>
      {(!pays || open > 0) && (
        <Button
          variant="default"
          loading={busy && !ends}
          disabled={disabled}
          leftSection={pays ? <IconQrcode {...icon} /> : <IconLink {...icon} />}
          onClick={() => void show()}
        >
          {t(pays ? 'guestLink.pay' : 'guestLink.show')}
        </Button>
      )}
      {url !== null && !ends && (
        <Shown
          url={url}
          consumer={consumer}
          pays={pays}
          onEnd={() => setEnds(true)}
          onClose={() => setUrl(null)}
        />
      )}
      {ends && (
        <EndLink
          consumer={consumer}
          onDone={(done) => {
            setEnds(false);
            if (done) setUrl(null);
          }}
        />
      )}
    </>
  );
}

interface ShownProps {
  url: string;
  consumer: Consumer;
  pays: boolean;
  onEnd: () => void;
  onClose: () => void;
}

function Shown({ url, consumer, pays, onEnd, onClose }: ShownProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { open, currency } = settlementOf(consumer);
  const clipboard = useClipboard({ timeout: 3000 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(pays ? 'guestLink.payTitle' : 'guestLink.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {pays && consumer.status === 'canceled' ? (
        <p role="status">{t('guestLink.cancelled')}</p>
      ) : pays && open === 0 ? (
        <p className={classes.guestPaid} role="status">
          <IconCircleCheck size={48} stroke={1.5} aria-hidden />
          {t('guestLink.paid')}
        </p>
      ) : (
        <ToScan
          url={url}
          lead={pays ? t('guestLink.payLead', { amount: format.money(open, currency) }) : t('guestLink.lead')}
        />
      )}
      <Group justify="space-between" gap="xs" mt="lg">
        <Button variant="subtle" color="red" onClick={onEnd}>
          {t('guestLink.end')}
        </Button>
        {/* Browsers have no clipboard on a page without TLS. */}
        {'clipboard' in navigator && (
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
            onClick={() => clipboard.copy(url)}
          >
            {t(clipboard.copied ? 'guestLink.copied' : 'guestLink.copy')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

function ToScan({ url, lead }: { url: string; lead: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Text mb="md">{lead}</Text>
      <QrCode text={url} label={t('guestLink.code')} className={classes.guestCode ?? ''} />
      <p className={classes.guestUrl}>
        <Anchor href={url} target="_blank" rel="noopener noreferrer">
          {url}
        </Anchor>
      </p>
    </>
  );
}

/** Somebody else has the link: a click in the messages that were sent opens nothing any more. */
function EndLink({ consumer, onDone }: { consumer: Consumer; onDone: (done: boolean) => void }) {
  const { t } = useTranslation();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  return (
    <ConfirmDialog
      opened
      danger
      title={t('guestLink.endTitle')}
      confirmLabel={t('guestLink.endNow')}
      busy={busy}
      onCancel={() => onDone(false)}
      onConfirm={() => {
        void run(() => repository.endGuestLink(consumer._id)).then((saved) => {
          if (saved === null) return;
          notify.success(t('guestLink.ended'));
          void sync.syncNow(id);
          onDone(true);
        });
      }}
    >
      {t('guestLink.endLead')}
    </ConfirmDialog>
  );
}
