import { Button, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { eventDate } from '#domain/documents/event.ts';
import { NO_FILTER } from '#domain/statistics/cells.ts';
import { compareEvents, type Compared } from '#domain/statistics/compare.ts';
import type { EventStore, OpenEvent } from '#data/types.ts';
import { useEvent, useLiveOf, useOpenEvent } from '#hooks/data/event.tsx';
import { useNow } from '#hooks/data/now.ts';
import { useEvents } from '#hooks/data/session.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { Section } from '#ui/components/Page.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { CopyState } from './CopyState.tsx';
import { FigurePart } from './FigurePart.tsx';
import classes from './Statistics.module.css';
import { useFigures } from './useFigures.ts';
import type { View } from './viewTypes.ts';

interface ComparisonProps {
  /** The id of the other event; '' for none yet. */
  other: string;
  onChoose: (eventId: string) => void;
}

/** This event and another one at the same distance from their dates. */
export function Comparison({ other, onChoose }: ComparisonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const others = (useEvents() ?? []).filter((event) => event.id !== id);
  const chosen = others.find((event) => event.id === other);
  return (
    <>
      <Section paper="none" title={t('statistics.compare')}>
        {others.length === 0 ? (
          <p className={classes.plain}>{t('statistics.compareNone')}</p>
        ) : (
          <Select
            className={classes.choice ?? ''}
            label={t('statistics.compareWith')}
            placeholder={t('statistics.comparePick')}
            data={others.map((event) => ({
              value: event.id,
              label:
                event.date == null
                  ? format.title(event)
                  : `${format.title(event)} · ${format.date(event.date, event.timeZone)}`,
            }))}
            value={chosen?.id ?? null}
            clearable
            searchable={others.length > 8}
            onChange={(next) => onChoose(next ?? '')}
          />
        )}
      </Section>
      {chosen !== undefined && <Opened key={chosen.id} eventId={chosen.id} title={format.title(chosen)} />}
    </>
  );
}

function Opened({ eventId, title }: { eventId: string; title: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const opened = useOpenEvent(eventId);
  if (opened.state === 'ready') return <Both other={opened.event} title={title} />;
  return (
    <Nothing framed role="status">
      {opened.state === 'loading' ? t('statistics.compareLoading') : errorText(opened.failure)}
      {opened.state === 'failed' && (
        <Button variant="default" size="xs" ms="md" onClick={opened.retry}>
          {t('common.retry')}
        </Button>
      )}
    </Nothing>
  );
}

function Both({ other, title }: { other: OpenEvent; title: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { store } = useEvent();
  const own = useCompared(store);
  const theirs = useCompared(other.store);
  const view = useMemo((): View | null => {
    if (own === null || theirs === null) return null;
    const column = (id: 'own' | 'other' | 'difference', label: string) => ({
      ...{ id, label, unit: 'count' as const, counts: null },
    });
    const event = store.event();
    return {
      id: 'compare',
      title: t('statistics.views.compare', { title }),
      hint: t('statistics.compareHint'),
      rowHeading: t('statistics.rows.compare'),
      columns: [
        column('own', event === null ? t('statistics.columns.registrations') : format.title(event)),
        column('other', title),
        column('difference', t('statistics.columns.difference')),
      ],
      rows: compareEvents(own, theirs).map(({ before, own: here, other: there, isToday }) => {
        const day =
          before === 0
            ? t('statistics.eventDay')
            : t(before > 0 ? 'statistics.before' : 'statistics.after', { count: Math.abs(before) });
        return {
          key: before,
          label: isToday ? `${day} (${t('statistics.today')})` : day,
          values: [here, there, here === null || there === null ? null : here - there],
          currency: null,
          strong: isToday,
        };
      }),
      total: null,
      chart: { bars: [], lines: ['own', 'other'] },
      people: null,
    };
  }, [own, theirs, store, title, t, format]);
  return (
    <>
      <CopyState event={other} />
      {view === null ? (
        <Nothing framed>{t('statistics.compareDate')}</Nothing>
      ) : (
        <FigurePart view={view} onPeople={() => undefined} />
      )}
    </>
  );
}

/** Null without a date to count from. */
function useCompared(store: EventStore): Compared | null {
  const { figures, calendar, source } = useFigures(store, NO_FILTER);
  const saved = useLiveOf(store, (one) => one.event()?.date);
  const [now] = useState(useNow());
  const date = eventDate(source.sessions) ?? saved ?? null;
  return useMemo(
    () => (date === null ? null : { figures, day: calendar.dayOf(date), until: calendar.dayOf(now) }),
    [figures, calendar, date, now],
  );
}
