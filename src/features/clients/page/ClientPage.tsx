import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import type { Client } from '#domain/documents/client.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { SharedNumbers } from '#hooks/door/sharedNumbers.tsx';
import { fullName } from '#ui/words/format.ts';
import { Page } from '#ui/components/Page.tsx';
import { idFromParam } from '#ui/paths.ts';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { ClientActions } from './ClientActions.tsx';
import { ClientGone } from '../ClientGone.tsx';
import classes from './ClientPage.module.css';
import { ClientSidebar } from './ClientSidebar.tsx';
import { ConsumerTab } from './ConsumerTab.tsx';
import { FilesTab } from './FilesTab.tsx';
import { NotifsTab } from './NotifsTab.tsx';
import { Renamed } from './Renamed.tsx';
import { PaymentTab } from './payment/PaymentTab.tsx';
import { SessionsTab } from './SessionsTab.tsx';
import { useBack, type Back } from '../useBack.ts';

/** A client with everything about them (specification 1 §2, Client display). */
export function ClientPage() {
  const { clientId } = useParams();
  const back = useBack();
  const client = useLive((store) => store.client(idFromParam('client', clientId)));
  return client === null ? (
    <ClientGone back={back} />
  ) : (
    <Display key={client._id} client={client} back={back} />
  );
}

const TABS = {
  sessions: SessionsTab,
  consumer: ConsumerTab,
  payment: PaymentTab,
  notifs: NotifsTab,
  files: FilesTab,
} as const;
type TabId = keyof typeof TABS;
const TAB_IDS = Object.keys(TABS) as TabId[];
/** Who bought, and for how much, is no business of a host's (readings, no. 41). */
const HOST_TAB_IDS = TAB_IDS.filter((id) => id !== 'consumer' && id !== 'payment');

function Display({ client, back }: { client: Client; back: Back }) {
  const { t } = useTranslation();
  const canEdit = useCan('member');
  const [query, setQuery] = useSearchParams();
  const consumer = useLive((store) => store.consumers().get(client.consumerId ?? '') ?? null);
  const asked = query.get('tab');
  const tabs = canEdit ? TAB_IDS : HOST_TAB_IDS;
  const shown = tabs.find((id) => id === asked) ?? 'sessions';
  const own = useMemo(() => [client._id], [client._id]);
  const name = client.erasedAt == null ? fullName(client) : t('client.erased');
  useDocumentTitle(name);

  /** The tab is part of the address, so that going back finds it again. */
  function show(tab: string | null): void {
    const next = new URLSearchParams(query);
    if (tab === null || tab === 'sessions') next.delete('tab');
    else next.set('tab', tab);
    setQuery(next, { replace: true });
  }

  return (
    <Page
      title={name}
      back={back}
      subtitle={client.number ? <span data-numeric>{client.number}</span> : undefined}
      actions={
        canEdit &&
        client.erasedAt == null && <ClientActions client={client} consumer={consumer} back={back} />
      }
    >
      <SharedNumbers among={own} />
      {canEdit && consumer !== null && <Renamed client={client} consumer={consumer} />}
      <div className={classes.columns}>
        <Tabs value={shown} onChange={show} keepMounted={false} className={classes.tabs ?? ''}>
          <Tabs.List className={classes.tabList ?? ''}>
            {tabs.map((id) => (
              <Tabs.Tab key={id} value={id} ref={id === shown ? bringIntoSight : undefined}>
                {t(`client_display.tabs.${id}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((id) => {
            const Tab = TABS[id];
            return (
              <Tabs.Panel key={id} value={id} className={classes.panel ?? ''}>
                <Tab client={client} consumer={consumer} />
              </Tabs.Panel>
            );
          })}
        </Tabs>
        {/* After the seat and the arrival: what most come for is first, on a phone too. */}
        <ClientSidebar client={client} consumer={consumer} />
      </div>
    </Page>
  );
}

/** On a phone the tabs are wider than the screen: shows the chosen one, without moving the page. */
function bringIntoSight(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (tab === null || list == null) return;
  const room = list.clientWidth - tab.offsetWidth;
  list.scrollLeft += tab.getBoundingClientRect().left - list.getBoundingClientRect().left - room / 2;
}
