import { Button, Group, Modal, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DESK_ENDPOINTS } from '#domain/config.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { DetailList } from '#ui/components/DetailList.tsx';
import { notify } from '#ui/components/notify.tsx';
import classes from './ClientPage.module.css';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** Gives the registration to its guest's own account, on the server (specification 1 §2, §4 and §8). */
export function AssociateAccount({ consumer }: { consumer: Consumer }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const data = useAppData();
  const { busy, run } = useAction();
  const [password, setPassword] = useState<string | null>(null);
  const email = consumer.person?.email ?? '';

  async function associate(): Promise<void> {
    const done = await run(() => data.associateCustomer(id, consumer._id));
    if (done === null) return;
    if (done.password === null) notify.success(t('client_display.associated', { email }));
    else setPassword(done.password);
  }
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconUserPlus {...icon} />}
        onClick={() => void associate()}
      >
        {t('client_display.associate')}
      </Button>
      {password !== null && (
        <NewAccount email={email} password={password} onClose={() => setPassword(null)} />
      )}
    </>
  );
}

interface NewAccountProps {
  email: string;
  password: string;
  onClose: () => void;
}

/** The only time that the password is seen: neither a click beside the dialog nor Escape takes it away. */
function NewAccount({ email, password, onClose }: NewAccountProps) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 3000 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('client_display.accountTitle')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text mb="md">{t('client_display.accountLead')}</Text>
      <DetailList
        items={[
          {
            label: t('client_display.accountAt'),
            value: new URL(DESK_ENDPOINTS.login, location.origin).href,
          },
          { label: t('client_display.accountEmail'), value: email },
          {
            label: t('client_display.accountPassword'),
            value: <code className={classes.password}>{password}</code>,
          },
        ]}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        {/* Browsers have no clipboard on a page without TLS. */}
        {'clipboard' in navigator && (
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
            onClick={() => clipboard.copy(password)}
          >
            {t(clipboard.copied ? 'client_display.accountCopied' : 'client_display.accountCopy')}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('client_display.accountDone')}
        </Button>
      </Group>
    </Modal>
  );
}
