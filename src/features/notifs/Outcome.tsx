import { Button } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Underway } from '#data/types.ts';
import type { Notif } from '#domain/documents/notif.ts';
import { contactOf, audienceOf, runsFrom } from '#domain/notifications/audience.ts';
import {
  lastRunOf,
  mayRetry,
  outcomesOf,
  PERSON_STATES,
  type PersonOutcome,
} from '#domain/notifications/outcome.ts';
import { searchable, searchIn } from '#domain/search/search.ts';
import { useAudienceSource, usePeopleNames, useReadiness, useResend } from '#hooks/data/messages.ts';
import { WayToServices } from '#hooks/data/WayToServices.tsx';
import { useNow } from '#hooks/data/now.ts';
import { useFileMaking } from '#hooks/files/fileMaking.ts';
import { useReasonWords } from '#hooks/data/messageWords.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Nothing } from '#ui/components/Nothing.tsx';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { useAddressState } from '#ui/platform/useAddressState.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './Notifs.module.css';
import { OutcomeTable, type Row } from './OutcomeTable.tsx';
import { pastOf } from './useAudience.ts';

const WHOLE = { find: '', state: '' };

/** What became of a message for each person: it moves while it is being sent. */
export function Outcome({ notif, underway }: { notif: Notif; underway: readonly Underway[] }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const resend = useResend(notif._id);
  const rows = useRows(notif, underway, resend.asked);
  const service = useReadiness()(notif.notifMethod);
  const isReady = service === 'ready';
  const [{ find, state }, setView] = useAddressState(WHOLE);
  const [asks, setAsks] = useState<'shown' | Row | null>(null);
  const reasonOf = useReasonWords();
  const ran = lastRunOf(notif);
  const { start } = useFileMaking();
  const inState = rows.filter((row) => state === '' || row.state === state);
  const shown =
    find.trim() === ''
      ? inState
      : searchIn(
          inState.map((row) => searchable(row, row.name, row.to)),
          find,
        );
  // All of those who are shown; who may have it already, only where somebody looks at nobody else. Nobody while it would be held back.
  const retried = isReady ? shown.filter((row) => mayRetry(row) || state === 'uncertain') : [];

  const countOf = (one: string): number => rows.filter((row) => row.state === one).length;

  function exportCsv(): void {
    const name = `${t('notifs.tabs.message')}.csv`;
    const head = [
      t('notifs.name'),
      t('notifs.address'),
      t('notifs.state'),
      t('notifs.whyColumn'),
      t('notifs.date'),
      t('notifs.attempts'),
    ];
    const body = shown.map(({ listed, to, state: is, attempt, attempts }) => [
      listed,
      to,
      t(`notifs.states.${is}`),
      attempt === null ? '' : (reasonOf(attempt, notif)?.text ?? ''),
      attempt === null ? '' : format.dateTime(attempt.date),
      String(attempts),
    ]);
    void start({
      make: async (inWorker) => ({
        blob: await inWorker({ kind: 'csv', rows: [head, ...body], separator: ';' }),
        name,
      }),
      done: (saved) => t('notifs.exported', { name: saved }),
      onSaved: () => undefined,
    });
  }
  async function again(): Promise<void> {
    const people = asks === 'shown' ? retried : asks === null ? [] : [asks];
    await resend.resend(people);
    setAsks(null);
  }
  return (
    <>
      {ran !== null && (
        <p className={classes.hint}>
          {t('notifs.lastRun', { date: format.dateTime(ran.date), count: ran.count })}
        </p>
      )}
      <div className={classes.states} role="group" aria-label={t('notifs.filter')}>
        {['', ...PERSON_STATES].map((one) => {
          const count = one === '' ? rows.length : countOf(one);
          const words =
            one === '' ? t('notifs.everybody') : t(`notifs.states.${one as PersonOutcome['state']}`);
          return (
            <Button
              key={one}
              variant={state === one ? 'filled' : 'default'}
              aria-pressed={state === one}
              data-count={count}
              onClick={() => setView({ state: one })}
            >
              {t('notifs.reason', { reason: words, count })}
            </Button>
          );
        })}
      </div>
      {!isReady && rows.some(mayRetry) && <WayToServices why={t(`notifs.holds.${service}`)} />}
      {countOf('uncertain') > 0 && <p className={classes.hint}>{t('notifs.stateHints.uncertain')}</p>}
      <div className={classes.bar}>
        <SearchInput label={t('notifs.find')} value={find} onChange={(text) => setView({ find: text })} />
        {retried.length > 0 && (
          <Button
            variant="default"
            loading={resend.busy}
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => setAsks('shown')}
          >
            {t('notifs.retry', { count: retried.length })}
          </Button>
        )}
        <Button
          variant="default"
          disabled={shown.length === 0}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={exportCsv}
        >
          {t('notifs.export')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <Nothing framed>{t(rows.length === 0 ? 'notifs.nobody' : 'common.noResult')}</Nothing>
      ) : (
        <OutcomeTable rows={shown} notif={notif} onAgain={isReady ? setAsks : null} />
      )}
      <ConfirmDialog
        opened={asks !== null}
        title={t('notifs.againTitle')}
        confirmLabel={t('notifs.again')}
        busy={resend.busy}
        onConfirm={() => void again()}
        onCancel={() => setAsks(null)}
      >
        {asks === 'shown'
          ? t(state === 'uncertain' ? 'notifs.retryUncertain' : 'notifs.retryText', { count: retried.length })
          : asks !== null &&
            (asks.state === 'sent'
              ? t('notifs.againSent', { name: asks.name })
              : asks.state === 'uncertain'
                ? t('notifs.againUncertain', { name: asks.name })
                : t('notifs.retryText', { count: 1 }))}
      </ConfirmDialog>
    </>
  );
}

function useRows(
  notif: Notif,
  underway: readonly Underway[],
  asked: (consumerId: string, attempts: number) => boolean,
): Row[] {
  const source = useAudienceSource();
  const nameOf = usePeopleNames();
  const { language } = useEventFormat();
  const [now] = useState(useNow());
  const rows = useMemo(() => {
    const { due } = audienceOf(
      notif,
      source,
      pastOf(notif._id, source),
      runsFrom(notif) === null ? null : now,
    );
    return outcomesOf(notif._id, source.consumers, due, underway)
      .map((outcome) => {
        const consumer = source.consumers.get(outcome.consumerId);
        const to =
          consumer === undefined ? '' : contactOf(consumer, outcome.attempt?.method ?? notif.notifMethod);
        return { ...outcome, ...nameOf(outcome.consumerId), to };
      })
      .sort((a, b) => a.listed.localeCompare(b.listed, language))
      .map((row, number) => ({ ...row, number }));
  }, [notif, source, underway, nameOf, language, now]);
  return rows.map((row) =>
    asked(row.consumerId, row.attempts) ? { ...row, state: 'waiting' as const } : row,
  );
}
