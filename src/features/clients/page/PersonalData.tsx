import { Button, Group, Radio, Text } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { IconDownload, IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';
import { Section } from '#ui/components/Page.tsx';
import { saveFile } from '#ui/files/saveFile.ts';
import { fullName } from '#ui/words/format.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import type { TabProps } from './tabProps.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** What a person may ask for: all that is kept of them as one file, or that it goes. */
export function PersonalData({ client, consumer }: TabProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const data = useAppData();
  const { id, repository } = useEvent();
  const { busy, run } = useAction();
  const party = useLive((store) =>
    client.consumerId == null
      ? 1
      : [...store.clients().values()].filter(
          ({ consumerId, erasedAt }) => consumerId === client.consumerId && erasedAt == null,
        ).length,
  );
  const [asks, setAsks] = useState(false);
  const [whom, setWhom] = useState<'one' | 'all'>('one');
  const name = fullName(client);
  if (client.erasedAt != null)
    return (
      <Section title={t('client_display.privacy')}>
        <Text>{t('client_display.erasedSince', { date: format.dateTime(client.erasedAt) })}</Text>
      </Section>
    );

  async function download(): Promise<void> {
    await run(async () => {
      const got = await data.personData(id, client._id, format.language);
      if (got.ok) await saveFile(got.value, `person-${client.number ?? 'data'}.json`);
      return got;
    });
  }
  async function erase(): Promise<void> {
    const done = await run(() => repository.erasePeople([client._id], whom === 'all'));
    setAsks(false);
    if (done === null) return;
    notify.success(t('client_display.erasedDone'));
    void data.sync.syncNow(id);
  }
  return (
    <Section title={t('client_display.privacy')}>
      <Group gap="xs">
        <Button
          variant="default"
          loading={busy && !asks}
          leftSection={<IconDownload {...icon} />}
          onClick={() => void download()}
        >
          {t('client_display.privacyFile')}
        </Button>
        <Button
          variant="default"
          style={{ color: 'var(--foyer-bad)' }}
          leftSection={<IconEraser {...icon} />}
          onClick={() => setAsks(true)}
        >
          {t('client_display.erase')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asks}
        danger
        title={t('client_display.eraseTitle', { name })}
        confirmLabel={t('client_display.eraseNow')}
        busy={busy}
        onCancel={() => setAsks(false)}
        onConfirm={() => void erase()}
      >
        {t('client_display.eraseLead')}
        {consumer !== null && party > 1 && (
          <Radio.Group
            mt="md"
            aria-label={t('client_display.privacy')}
            value={whom}
            onChange={(value) => setWhom(value === 'all' ? 'all' : 'one')}
          >
            <Radio mt="xs" value="one" label={t('client_display.eraseOne', { name })} />
            <Radio mt="xs" value="all" label={t('client_display.eraseAll', { count: party })} />
          </Radio.Group>
        )}
      </ConfirmDialog>
    </Section>
  );
}
