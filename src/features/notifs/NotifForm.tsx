import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { rebase } from '#domain/conflicts/rebase.ts';
import type { Notif } from '#domain/documents/notif.ts';
import { MOST_VARIABLES } from '#domain/notifications/length.ts';
import { MOST_PICTURES } from '#domain/notifications/pictures.ts';
import { problemsOf, type NotifProblem } from '#domain/notifications/problems.ts';
import { placeholder } from '#domain/notifications/variables.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useEventCalendar } from '#hooks/data/calendar.ts';
import { useFiles } from '#hooks/data/files.ts';
import { useAudienceSource, useMessageServices, useRoutine } from '#hooks/data/messages.ts';
import { useOptOuts } from '#hooks/data/optOuts.ts';
import { RemoveButton } from '#hooks/data/RemoveButton.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';
import { useDraft } from '#hooks/data/draft.ts';
import { DraftNotice, FormFoot, FormPart } from '#ui/forms/Form.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { AudiencePanel } from './AudiencePanel.tsx';
import { MessageFields } from './MessageFields.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import { WhenFields, WhoFields } from './NotifFields.tsx';
import classes from './Notifs.module.css';
import { fieldsFrom, plannedTime, valuesLike, valuesOf, type NotifFormValues } from './notifFormValues.ts';
import { useAudience } from './useAudience.ts';
import { useForeseen } from './useForeseen.ts';
import { useWithoutPaper } from './useWithoutPaper.ts';
import { useOwnFiles } from './useOwnFiles.ts';

/** So long a one-time message can be called back. */
const CALL_BACK_MS = 30_000;

interface NotifFormProps {
  /** Null for a new one. */
  notif: Notif | null;
  /** What a new one begins as. */
  like?: Notif | null;
}

/** Writes a message (specification 1 §2, Notification editor). */
export function NotifForm({ notif, like = null }: NotifFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { id: eventId, repository } = useEvent();
  const { clock } = useAppData();
  const routine = useRoutine();
  const errorText = useErrorText();
  const { busy, run } = useAction();
  const templates = useLive((store) => store.documents('whatsapptemplate'));
  const files = useFiles();
  const calendar = useEventCalendar();
  // What arrives from other devices while somebody types must not change the fields under the fingers.
  const [start] = useState(() => ({
    ...{ notif, basis: notif?._rev ?? '' },
    values: like === null ? valuesOf(notif, calendar) : valuesLike(like, calendar),
  }));
  const draft = useDraft<NotifFormValues>(
    `notif-${eventId}-${notif?._id ?? (like === null ? 'new' : `like-${like._id}`)}`,
    start.basis,
    start.values,
    rebase,
  );
  // A draft that an older version kept lacks what came since.
  const values = useMemo(() => ({ ...start.values, ...draft.value }), [start.values, draft.value]);
  const isNews = values.purpose === 'news';
  const { addresses: optedOut } = useOptOuts(isNews);
  const ways = useMessageServices();
  const source = useAudienceSource(optedOut ?? undefined, ways?.services ?? null);
  /** Editors begin anew when what was typed is thrown away. */
  const [beginning, setBeginning] = useState(0);
  const [problem, setProblem] = useState<NotifProblem | null>(null);
  const [isPast, setIsPast] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const form = useValidatedForm(submit);
  const asked = useAudience(start.notif?._id ?? null, values, source);
  const own = useOwnFiles(values.attachments, files);
  const { audience, checking } = useForeseen(asked.audience, values, {
    carried: ways,
    lacksFile: own.lacks,
  });
  const without = useWithoutPaper(audience.due, values);
  const count = audience.due.filter(({ hold }) => hold === null).length;
  const held = audience.due.length - count;
  const at = plannedTime(values, calendar);
  const isAutomatic = values.notifType === 'automatic';

  function set(change: Partial<NotifFormValues>): void {
    setProblem(null);
    setIsPast(false);
    setFailure(null);
    draft.change((before) => ({ ...before, ...change }));
  }

  function submit(): void {
    const fields = fieldsFrom(values, calendar);
    const [found] = problemsOf(fields, templates);
    setProblem(found ?? null);
    if (found !== undefined) {
      const whatsapp = found.code === 'missing_template' ? 'templateId' : 'variables';
      const name = { email: 'body', sms: 'message', whatsapp }[values.method];
      document.querySelector<HTMLElement>(`[data-field="${name}"], [name="${name}"]`)?.focus();
      return;
    }
    const lacksTime = values.notifType === 'one-time' && values.planned && at === null;
    if (lacksTime || (at !== null && at < clock.now())) {
      setIsPast(true);
      return;
    }
    if (values.notifType === 'one-time' || (isAutomatic && count > 0)) setAsks(true);
    else void save(null);
  }

  function wordsOf(wrong: NotifProblem): string {
    switch (wrong.code) {
      case 'unknown_variable':
        return t('notifs.unknown_variable', { variable: wrong.variable });
      case 'unbound':
        return t('notifs.unbound', { placeholder: placeholder(wrong.placeholder) });
      case 'too_large':
        return t('notifs.picturesTooLarge', { size: format.bytes(MOST_PICTURES) });
      case 'too_long':
        return t('notifs.tooLong');
      case 'too_many_variables':
        return t('notifs.tooManyVariables', { most: MOST_VARIABLES });
      case 'missing_template':
        return t('notifs.missing_template');
      default:
        return t(values.method === 'sms' ? 'notifs.empty_sms' : 'notifs.empty_email');
    }
  }

  async function save(sendAt: number | null): Promise<void> {
    const fields = { ...fieldsFrom(values, calendar), sendAt };
    const input = { notifId: start.notif?._id ?? null, fields, base: start.notif };
    const saved = await run(
      () => repository.saveNotif(input),
      (error) => {
        setFailure(errorText(error));
        return true;
      },
    );
    setAsks(false);
    if (saved === null) return;
    draft.discard();
    notify.success(t('notifs.saved'));
    // The server looks by itself, too, when the change arrives there (NOTIF-07).
    routine();
    const isActive = saved.notifType !== 'inactive';
    await navigate(
      isActive ? `${hrefs.eventNotif(eventId, saved._id)}?tab=people` : `${hrefs.event(eventId)}#messages`,
    );
  }

  const words = problem === null ? undefined : wordsOf(problem);
  const sends = values.notifType !== 'inactive';
  const lacksTemplate = values.method === 'whatsapp' && !templates.has(values.templateId ?? '');
  return (
    <form {...form.formProps}>
      <DraftNotice
        draft={{
          ...draft,
          discard() {
            draft.discard();
            setBeginning((before) => before + 1);
          },
        }}
      />
      <div className={classes.layout}>
        <div>
          <FormPart title={t('notifs.content')} hint={t('notifs.contentHint')}>
            <MessageFields
              key={beginning}
              {...{ values, due: audience.due, files, own, problem: words, set }}
            />
          </FormPart>
          <WhoFields values={values} set={set} />
          <WhenFields {...{ values, set, isPast }} wasAutomatic={start.notif?.notifType === 'automatic'} />
        </div>
        <section className={classes.side}>
          <h2>{t('notifs.audience')}</h2>
          <p className={classes.hint}>{t('notifs.audienceHint')}</p>
          {isNews && optedOut === null && <p className={classes.hint}>{t('notifs.optedOutUnknown')}</p>}
          <AudiencePanel audience={audience} without={without} values={values} />
          <h2>{t('notifs.preview')}</h2>
          <MessagePreview due={audience.due} without={without} values={values} files={files} />
        </section>
      </div>
      <FormFoot message={words ?? (isPast ? t('notifs.past') : failure)}>
        {start.notif !== null && <RemoveNotif notifId={start.notif._id} onGone={draft.discard} />}
        <Button
          variant="default"
          onClick={() => {
            draft.discard();
            void navigate(hrefs.event(eventId));
          }}
        >
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={lacksTemplate}>
          {t(sends ? 'notifs.send' : 'notifs.save')}
        </Button>
      </FormFoot>
      <ConfirmDialog
        opened={asks}
        title={t('notifs.confirmTitle')}
        confirmLabel={t(at === null ? 'notifs.confirmSend' : 'notifs.confirmPlan')}
        busy={busy || checking}
        onConfirm={() => void save(isAutomatic ? null : (at ?? clock.now() + CALL_BACK_MS))}
        onCancel={() => setAsks(false)}
      >
        {isAutomatic
          ? t('notifs.confirmAutomatic', { count })
          : at === null
            ? t('notifs.confirmNow', { count })
            : t('notifs.confirmLater', { count, time: format.dateTimeAt(at, calendar) })}
        {held > 0 && ` ${t('notifs.confirmHeld', { count: held })}`}
      </ConfirmDialog>
    </form>
  );
}

/** It stays, as deleted (NOTIF-16). */
function RemoveNotif({ notifId, onGone }: { notifId: string; onGone: () => void }) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  return (
    <RemoveButton
      label={t('notifs.remove')}
      text={t('notifs.removeConfirm')}
      done={t('notifs.removed')}
      remove={() => repository.removeNotif(notifId)}
      onGone={onGone}
    />
  );
}
