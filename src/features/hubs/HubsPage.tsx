import { Button } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HubEntry } from '#data/accountTypes.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { ServerGate } from '#hooks/data/ServerGate.tsx';
import { useAskAgain, useServerValue } from '#hooks/data/server.ts';
import { useEvents } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Hubs.module.css';
import { JoinDialog } from './JoinDialog.tsx';
import { RefusedOfHub } from './RefusedOfHub.tsx';

/** The servers in halls that are joined to this one: joined with a code, ended with one tap. */
export function HubsPage() {
  const { t } = useTranslation();
  const { accounts } = useAppData();
  const asked = useServerValue(() => accounts.hubs(), 'hubs');
  // When it was heard of, and what was not taken of it.
  useAskAgain(asked);
  const { busy, run } = useAction();
  const [joining, setJoining] = useState(false);
  const [ending, setEnding] = useState<HubEntry | null>(null);

  async function end({ id }: HubEntry): Promise<void> {
    setEnding(null);
    await run(() => accounts.endHub(id));
    asked.refresh();
  }
  const join = (
    <Button leftSection={<IconServer size={18} aria-hidden />} onClick={() => setJoining(true)}>
      {t('hubs.add')}
    </Button>
  );
  const some = asked.value !== null && asked.value.length > 0;
  return (
    <Page
      title={t('hubs.title')}
      subtitle={t('hubs.lead')}
      back={{ to: hrefs.users(), label: t('users.title') }}
      actions={some ? join : undefined}
    >
      <ServerGate asked={asked} offline={t('hubs.offline')}>
        {(hubs) => (
          <>
            {hubs.length === 0 ? (
              <EmptyState
                icon={IconServer}
                title={t('hubs.emptyTitle')}
                text={t('hubs.emptyText')}
                action={join}
              />
            ) : (
              <Section flush>
                <ul className={classes.list}>
                  {hubs.map((hub) => (
                    <HubRow key={hub.id} hub={hub} busy={busy} onEnd={() => setEnding(hub)} />
                  ))}
                </ul>
              </Section>
            )}
            {joining && <JoinDialog hubs={hubs} onLook={asked.refresh} onClose={() => setJoining(false)} />}
          </>
        )}
      </ServerGate>
      <ConfirmDialog
        opened={ending !== null}
        title={t('hubs.endTitle', { name: ending?.name })}
        confirmLabel={t('hubs.end')}
        danger
        busy={busy}
        onCancel={() => setEnding(null)}
        onConfirm={() => ending !== null && void end(ending)}
      >
        {t('hubs.endText')}
      </ConfirmDialog>
    </Page>
  );
}

function HubRow({ hub, busy, onEnd }: { hub: HubEntry; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const events = useEvents() ?? [];
  const { name, eventIds, until, lastUse, address } = hub;
  const titles = events.filter(({ id }) => eventIds.includes(id)).map((event) => format.title(event));
  const said = [
    lastUse === null ? t('hubs.over') : t('hubs.ends', { time: format.dateTime(until) }),
    ...(lastUse === null ? [] : [t('hubs.heard', { time: format.dateTime(lastUse) })]),
    ...(address === '' ? [] : [address]),
  ];
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <small>{titles.length === 0 ? t('hubs.noEvent') : titles.join(', ')}</small>
        <small>{said.join(' · ')}</small>
      </span>
      <Button
        variant="default"
        size="xs"
        disabled={busy}
        aria-label={t('hubs.endOf', { name })}
        onClick={onEnd}
      >
        {t('hubs.end')}
      </Button>
      {hub.refused.count > 0 && <RefusedOfHub name={name} refused={hub.refused} />}
    </li>
  );
}
