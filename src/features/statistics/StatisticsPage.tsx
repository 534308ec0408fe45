import { Button, NativeSelect } from '@mantine/core';
import { IconChartBar, IconPrinter, IconTableExport } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { placesTaken } from '#domain/desk/taken.ts';
import { isSameFilter, NO_FILTER } from '#domain/statistics/cells.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useStable } from '#ui/platform/useStable.ts';
import { AddClients } from '#ui/components/AddClients.tsx';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { MakingButton } from '#ui/files/MakingButton.tsx';
import { hrefs } from '#ui/paths.ts';
import { useAddressState } from '#ui/platform/useAddressState.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { useRateText } from '#ui/words/useRateText.ts';
import { Comparison } from './Comparison.tsx';
import { CopyState } from './CopyState.tsx';
import { useStatisticsExport } from './export/useStatisticsExport.ts';
import { FigurePart } from './FigurePart.tsx';
import type { ShowPeople } from './FigureTable.tsx';
import { FilterBar } from './FilterBar.tsx';
import { FIRST_VIEW, filterOf, peopleParam, sessionParam, shownSession, stepOf } from './filters.ts';
import { Headline } from './Headline.tsx';
import { PeopleDrawer } from './PeopleDrawer.tsx';
import classes from './Statistics.module.css';
import { useFigures } from './useFigures.ts';
import type { Counted, Words } from './viewTypes.ts';
import { detailViews, messageView, moneyViews, registrationViews, sessionView } from './views.ts';

/** How it goes: every figure of the event, from this device's copy (specification 2 §2, Statistics). */
export function StatisticsPage() {
  const { t } = useTranslation();
  const format = useEventFormat();
  const rateText = useRateText();
  const event = useEvent();
  const doc = useLive((store) => store.event());
  const forms = useLive((store) => store.documents('form'));
  const sessions = useLive((store) => store.sessions());
  const [asked, setAsked] = useAddressState(FIRST_VIEW);
  const { session, status, from, to } = asked;
  const filter = useMemo(
    () => filterOf({ ...FIRST_VIEW, session, status, from, to }, sessions),
    [session, status, from, to, sessions],
  );
  const { figures, statistics, source, calendar } = useFigures(event.store, useStable(filter, isSameFilter));
  const words = useMemo((): Words => ({ t, format, rateText }), [t, format, rateText]);
  const step = stepOf(asked);
  const taken = useMemo(
    () => new Map(source.sessions.map((one) => [one._id, placesTaken(one, { ...source, forms })])),
    [source, forms],
  );
  const counted = useMemo(
    (): Counted => ({
      ...{ figures, forms, calendar, step, taken },
      sessions: source.sessions.filter(({ _id }) => filter.sessionId === null || _id === filter.sessionId),
      isPart: filter.status !== null || filter.from !== null || filter.to !== null,
      ofSession: filter.sessionId !== null,
      doorName: (id) => statistics.doorName(id),
    }),
    [figures, forms, calendar, step, taken, source, filter, statistics],
  );
  const shown = shownSession(asked, filter, source.sessions);
  const views = useMemo(
    () => ({
      registrations: registrationViews(counted, words),
      money: moneyViews(counted, words),
      sessions: sessionView(counted, words),
      messages: messageView(counted, words),
      details: shown === undefined ? [] : detailViews(counted, shown, words),
    }),
    [counted, words, shown],
  );
  const all = useMemo(
    () => [...views.registrations, ...views.money, views.sessions, ...views.details, views.messages],
    [views],
  );
  const showPeople: ShowPeople = useCallback(
    (view, column, key) => setAsked({ people: peopleParam(view.id, column.id, key) }),
    [setAsked],
  );
  const exporting = useStatisticsExport({ counted, words, statistics });
  const parts = (list: typeof all) =>
    list.map((view) => <FigurePart key={view.id} view={view} onPeople={showPeople} />);
  const titleOf = format.titlesAmong(source.sessions);
  const isEmpty = figures.size === 0;
  return (
    <Page
      title={t('statistics.title')}
      subtitle={
        <>
          {doc !== null && <strong data-paper-only>{format.title(doc)}</strong>}
          {t(doc?.timeZone ? 'statistics.zone' : 'statistics.zoneOwn', { zone: calendar.timeZone })}
        </>
      }
      back={{ to: hrefs.event(event.id), label: doc === null ? '' : format.title(doc) }}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={isEmpty}
            onClick={() => window.print()}
          >
            {t('statistics.print')}
          </Button>
          <MakingButton
            leftSection={<IconTableExport size={18} aria-hidden />}
            disabled={isEmpty}
            share={exporting.share}
            onStart={() => void exporting.start()}
            onCancel={exporting.cancel}
          >
            {t('statistics.export')}
          </MakingButton>
        </>
      }
    >
      <CopyState event={event} />
      <FilterBar asked={asked} sessions={sessions} onChange={setAsked} />
      {isEmpty ? (
        <EmptyState
          icon={IconChartBar}
          title={t(isSameFilter(filter, NO_FILTER) ? 'statistics.emptyTitle' : 'statistics.filteredTitle')}
          text={t('statistics.emptyText')}
          action={isSameFilter(filter, NO_FILTER) && <AddClients eventId={event.id} />}
        />
      ) : (
        <>
          <Headline figures={figures} onPeople={showPeople} views={all} />
          {parts(views.registrations)}
          {parts(views.money)}
          {source.sessions.length > 0 && parts([views.sessions])}
          {shown !== undefined && views.details.some(({ rows }) => rows.length > 0) && (
            <Section paper="none" title={t('statistics.sessionDetails')}>
              <NativeSelect
                className={classes.choice ?? ''}
                label={t('statistics.whichSession')}
                value={sessionParam(shown._id)}
                disabled={filter.sessionId !== null}
                onChange={(select) => setAsked({ of: select.currentTarget.value })}
                data={source.sessions.map((one) => ({
                  value: sessionParam(one._id),
                  label: titleOf(one),
                }))}
              />
            </Section>
          )}
          {parts(views.details)}
          {parts([views.messages])}
          <Comparison other={asked.with} onChoose={(other) => setAsked({ with: other })} />
        </>
      )}
      <PeopleDrawer
        param={asked.people}
        views={all}
        statistics={statistics}
        version={figures}
        onClose={() => setAsked({ people: '' })}
      />
    </Page>
  );
}
