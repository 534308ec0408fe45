import { Alert, Anchor, Button, Select, Textarea } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { takenNumbers } from '#domain/clients/clientNumbers.ts';
import { headingsLeft, parsePastedRows } from '#domain/import/pastedRows.ts';
import type { Session } from '#domain/documents/session.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useBackTo, WithTarget } from '#hooks/data/target.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useDraft } from '#hooks/data/draft.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { PasteFoot } from './PasteFoot.tsx';
import { PastePreview } from './PastePreview.tsx';
import { summarise } from './pasteSummary.ts';
import classes from './QuickAddPage.module.css';

/**
 * Attendees from lines pasted out of a spreadsheet, for one session. Serves the creation routes of the event and of a
 * session (with `?paste`).
 */
export function QuickAddPage() {
  const { t } = useTranslation();
  return (
    <WithTarget nowhere={t('quickAdd.noSession')}>
      {(open, preset) => <QuickAdd sessions={open} preset={preset} />}
    </WithTarget>
  );
}

function QuickAdd({ sessions, preset }: { sessions: readonly Session[]; preset: Session | null }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const navigate = useNavigate();
  const { id, repository } = useEvent();
  const back = useBackTo(preset);
  const { busy, run } = useAction();
  const [chosen, setChosen] = useState<string | null>(
    preset?._id ?? (sessions.length === 1 ? (sessions[0]?._id ?? null) : null),
  );
  const session = sessions.find(({ _id }) => _id === chosen) ?? null;
  const draft = useDraft(`paste-${id}`, '1', '');
  const text = useDeferredValue(draft.value);
  const taken = useTakenNumbers();
  const rows = useMemo(() => parsePastedRows(text, taken), [text, taken]);
  const summary = useMemo(() => summarise(rows), [rows]);
  const left = useMemo(() => headingsLeft(text), [text]);
  const importing = preset === null ? hrefs.clientImport(id) : hrefs.sessionClientImport(id, preset._id);
  const area = useRef<HTMLTextAreaElement>(null);

  async function add(): Promise<void> {
    if (session === null) return;
    const added = await run(() => repository.addPastedClients(session._id, summary.ready));
    if (added === null) return;
    draft.discard();
    notify.success(t('quickAdd.done', { count: added.created, session: format.title(session) }));
    await navigate(hrefs.session(id, session._id));
  }

  return (
    <Page
      title={t('quickAdd.title')}
      back={back}
      subtitle={<span className={classes.lead}>{t('quickAdd.lead')}</span>}
    >
      <div className={classes.fields}>
        <Select
          label={t('quickAdd.session')}
          placeholder={t('quickAdd.sessionPick')}
          data={sessions.map((item) => ({
            value: item._id,
            label: `${format.title(item)} · ${format.date(item.date)}`,
          }))}
          value={chosen}
          onChange={setChosen}
          maw={480}
        />
        <Textarea
          ref={area}
          label={t('quickAdd.paste')}
          description={t('quickAdd.pasteHint')}
          placeholder={t('quickAdd.example')}
          value={draft.value}
          onChange={(change) => draft.change(change.currentTarget.value)}
          autosize
          minRows={5}
          maxRows={8}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: classes.paste ?? '' }}
        />
        {left.length > 0 && (
          <Alert color="amber" icon={<IconInfoCircle aria-hidden />}>
            <p className={classes.left}>{t('quickAdd.left', { columns: left.join(', ') })}</p>
            <Button
              component={Link}
              to={importing}
              state={{ pasted: draft.value }}
              variant="default"
              size="sm"
            >
              {t('quickAdd.importThese')}
            </Button>
          </Alert>
        )}
        <Anchor component={Link} to={importing}>
          {t('quickAdd.importLink')}
        </Anchor>
      </div>
      {rows.length === 0 ? (
        <Nothing framed>{t('quickAdd.previewEmpty')}</Nothing>
      ) : (
        <PastePreview rows={rows} />
      )}
      <PasteFoot summary={summary}>
        {session === null && rows.length > 0 && (
          <Alert color="gray" icon={<IconInfoCircle aria-hidden />} p="xs">
            {t('quickAdd.sessionPick')}
          </Alert>
        )}
        <Button
          disabled={summary.ready.length === 0 || session === null}
          loading={busy}
          onClick={() => void add()}
        >
          {summary.ready.length === 0
            ? t('quickAdd.submitNone')
            : t('quickAdd.submit', { count: summary.ready.length })}
        </Button>
      </PasteFoot>
    </Page>
  );
}

/** The numbers that the event's clients have already. */
function useTakenNumbers(): ReadonlySet<string> {
  const clients = useLive((store) => store.clients());
  return useMemo(() => takenNumbers(clients), [clients]);
}
