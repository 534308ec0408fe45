import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NOTIF_METHODS, type Consumer } from '#domain/documents/consumer.ts';
import { contactKey, contactOf } from '#domain/notifications/audience.ts';
import { useOptOuts } from '#hooks/data/optOuts.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';

/** That somebody wants no news, as they said by telephone or at the desk: the same as the link under a message. */
export function NewsSwitch({ consumer }: { consumer: Consumer }) {
  const { t } = useTranslation();
  const optOuts = useOptOuts();
  const { busy, run } = useAction();
  const own = [...new Set(NOTIF_METHODS.map((method) => contactOf(consumer, method)))].filter(Boolean);
  const { addresses } = optOuts;
  if (own.length === 0) return null;

  async function change(isOut: boolean): Promise<void> {
    if ((await run(() => optOuts.set(own, isOut))) === null) return;
    notify.success(t(isOut ? 'notifs.wantsNoNewsSet' : 'notifs.wantsNoNewsUnset'));
  }
  return (
    <Switch
      mt="md"
      label={t('notifs.wantsNoNews')}
      description={
        addresses === null
          ? t('notifs.wantsNoNewsOffline')
          : t('notifs.wantsNoNewsHint', { addresses: own.join(', ') })
      }
      checked={own.some((address) => addresses?.has(contactKey(address)) === true)}
      disabled={addresses === null || busy}
      onChange={({ currentTarget: { checked } }) => void change(checked)}
    />
  );
}
