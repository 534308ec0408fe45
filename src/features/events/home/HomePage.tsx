import { Button, UnstyledButton } from '@mantine/core';
import { IconCalendarPlus, IconCalendarEvent, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAttentionWords } from '#hooks/words/attention.ts';
import { useCan, useEvents, useSyncStatus } from '#hooks/data/session.ts';
import { useAddressState } from '#ui/platform/useAddressState.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { EventCard } from './EventCard.tsx';
import { MessagesWait } from './MessagesWait.tsx';
import { MissingEvents } from './MissingEvents.tsx';
import { MoneyTroubles } from './MoneyTroubles.tsx';
import { TryExample } from './TryExample.tsx';
import { WantedPage } from './WantedPage.tsx';
import classes from './HomePage.module.css';
import { arrangeEvents } from './arrangeEvents.ts';

/** A box to find an event appears when there are more than fit a screen. */
const FILTER_FROM = 6;
const WHOLE_LIST = { find: '' };

/** The events with their sessions (specification 1 §2, Home). */
export function HomePage() {
  const { t } = useTranslation();
  const events = useEvents();
  const canCreate = useCan('manager');
  const [{ find: query }, setView] = useAddressState(WHOLE_LIST);
  const { current, archived } = arrangeEvents(events ?? [], query);
  return (
    <Page
      title={t('home.title')}
      actions={
        canCreate &&
        events?.length !== 0 && (
          <Button
            component={Link}
            to={hrefs.eventNew()}
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
          >
            {t('home.create')}
          </Button>
        )
      }
    >
      <WantedPage />
      <MissingEvents />
      <MessagesWait />
      <MoneyTroubles />
      {events !== null && events.length >= FILTER_FROM && (
        <SearchInput
          label={t('home.filter')}
          value={query}
          onChange={(find) => setView({ find })}
          mb="md"
          maw={360}
        />
      )}
      {events === null && <WaitingForEvents />}
      {events?.length === 0 && (
        <EmptyState
          icon={IconCalendarEvent}
          title={t('home.emptyTitle')}
          text={t(canCreate ? 'home.emptyManager' : 'home.emptyOther')}
          action={
            canCreate && (
              <>
                <Button component={Link} to={hrefs.eventNew()}>
                  {t('home.create')}
                </Button>
                <TryExample />
              </>
            )
          }
        />
      )}
      <div className={classes.list}>
        {current.map((event) => (
          <EventCard key={event.id} event={event} />
        ))}
      </div>
      {archived.length > 0 && <Archive events={archived} open={query !== '' || current.length === 0} />}
      {events !== null && events.length > 0 && current.length + archived.length === 0 && (
        <p className={classes.waiting}>{t('common.noResult')}</p>
      )}
    </Page>
  );
}

function WaitingForEvents() {
  const { t } = useTranslation();
  const { online, databases } = useSyncStatus();
  const attentionOf = useAttentionWords();
  const central = databases.find(({ id }) => id === 'central');
  const attention = central === undefined ? null : attentionOf(central);
  return (
    <p className={classes.waiting} role="status">
      {attention !== null
        ? `${attention.why} ${attention.todo}`
        : t(online ? 'home.waitingFirst' : 'errors.offline')}
    </p>
  );
}

function Archive({ events, open }: { events: Parameters<typeof EventCard>[0]['event'][]; open: boolean }) {
  const { t } = useTranslation();
  const [toggled, setToggled] = useState(false);
  const shown = open !== toggled;
  return (
    <section className={classes.archive}>
      <UnstyledButton
        className={classes.archiveToggle}
        aria-expanded={shown}
        onClick={() => setToggled((before) => !before)}
      >
        <IconChevronDown size={18} aria-hidden />
        {t('home.archived', { count: events.length })}
      </UnstyledButton>
      {shown && (
        <div className={classes.list}>
          {events.map((event) => (
            <EventCard key={event.id} event={event} />
          ))}
        </div>
      )}
    </section>
  );
}
