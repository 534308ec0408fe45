import { Alert, Button } from '@mantine/core';
import { IconFileSearch, IconUpload } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CURRENCIES } from '#domain/config.ts';
import type { BankEntry } from '#domain/money/statement/entries.ts';
import { isOpenKind, matchEntries } from '#domain/money/statement/match.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { Matches } from './Matches.tsx';
import { STATEMENT_LIMITS } from './reading/limits.ts';
import { useStatementFile } from './useStatementFile.ts';
import classes from './Statement.module.css';

/** Payments of a bank statement, matched to open invoices; a person confirms each. */
export function StatementPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  const input = useRef<HTMLInputElement>(null);
  const { file, read, reading, choose, leave } = useStatementFile();
  return (
    <Page
      title={t('screens.statement')}
      subtitle={t('statement.lead')}
      back={{ to: hrefs.event(id), label: event === null ? '' : format.title(event) }}
    >
      <div className={classes.choose}>
        <input
          ref={input}
          type="file"
          accept=".xml,.csv,.txt,text/csv,application/xml,text/xml"
          hidden
          aria-label={t('statement.choose')}
          onChange={(change) => {
            const [chosen] = change.currentTarget.files ?? [];
            if (chosen !== undefined) choose(chosen);
            change.currentTarget.value = '';
          }}
        />
        <Button
          variant={read === null ? 'filled' : 'default'}
          leftSection={<IconUpload size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t('statement.choose')}
        </Button>
        <p className={classes.hint} role="status">
          {reading ? t('statement.reading', { file }) : read === null ? t('statement.formats') : file}
        </p>
        {reading && (
          <Button variant="subtle" onClick={leave}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
      {read !== null &&
        (read.ok && read.value.length > 0 ? (
          <Found key={file} entries={read.value} />
        ) : (
          <Alert color="amber" icon={<IconFileSearch aria-hidden />} role="alert">
            {t(read.ok ? 'statement.empty' : `statement.${read.error}`, { max: STATEMENT_LIMITS.entries })}
          </Alert>
        ))}
    </Page>
  );
}

function Found({ entries }: { entries: readonly BankEntry[] }) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const { busy, run } = useAction();
  const consumers = useLive((store) => store.consumers());
  const notes = useLive((store) => store.documents('payment'));
  /** Whose somebody said a payment is. */
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const matches = useMemo(() => {
    const whose = new Map(
      [...said].flatMap(([entryId, consumerId]) => {
        const consumer = consumers.get(consumerId);
        return consumer === undefined ? [] : [[entryId, consumer] as const];
      }),
    );
    return matchEntries(entries, consumers.values(), whose, notes.values());
  }, [entries, consumers, said, notes]);
  const taken = entries.filter(({ isBack }) => isBack).length;
  /** Chosen otherwise than what is proposed: an exact match is, and what somebody said, all others are not. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const chosen = matches.filter(
    ({ kind, entry }) => isOpenKind(kind) && (kind === 'exact' || kind === 'said') !== turned.has(entry.id),
  );

  async function confirm(): Promise<void> {
    const transfers = chosen.flatMap(({ consumerId, entry: { id, day, amount, currency: named } }) => {
      const currency = CURRENCIES.find((one) => one.toUpperCase() === named);
      return consumerId === null ? [] : [{ consumerId, id, day, amount, currency }];
    });
    const done = await run(() => repository.bookTransfers(transfers));
    if (done === null) return;
    // What was left out stays left out.
    setTurned((before) => new Set([...before].filter((id) => !transfers.some((one) => one.id === id))));
    notify.success(t('statement.done', { count: done.booked }));
  }
  return (
    <>
      <h2 className={classes.count}>
        {[
          t('statement.found', { count: matches.length - taken }),
          ...(taken > 0 ? [t('statement.taken', { count: taken })] : []),
        ].join(', ')}
      </h2>
      <Matches
        matches={matches}
        onSay={(id, consumerId) =>
          setSaid((before) => {
            const next = new Map(before);
            if (consumerId === null) next.delete(id);
            else next.set(id, consumerId);
            return next;
          })
        }
        chosen={new Set(chosen.map(({ entry }) => entry.id))}
        onTurn={(id) =>
          setTurned((before) => {
            const next = new Set(before);
            if (!next.delete(id)) next.add(id);
            return next;
          })
        }
      />
      <div className={classes.foot}>
        <p className={classes.hint}>{t('statement.hint')}</p>
        <Button disabled={chosen.length === 0} loading={busy} onClick={() => void confirm()}>
          {t('statement.confirm', { count: chosen.length })}
        </Button>
      </div>
    </>
  );
}
