import { Anchor, Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Notif } from '#domain/documents/notif.ts';
import type { NotifAttempt } from '#domain/notifications/attempts.ts';
import type { ServiceState } from '#domain/notifications/stock.ts';
import { attemptsOf, mayRetry, stateOf, type Underway } from '#domain/notifications/outcome.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { usePeopleNames, useReadiness } from '#hooks/data/messages.ts';
import { useTriedWords, useUnderway } from '#hooks/data/underway.ts';
import { useCan } from '#hooks/data/session.ts';
import { WayToServices } from '#hooks/data/WayToServices.tsx';
import { useFileMaking } from '#hooks/files/fileMaking.ts';
import { useNotifName, useReasonWords } from '#hooks/data/messageWords.ts';
import type { MessageDocument } from '#pdf/messagePdf.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { Section } from '#ui/components/Page.tsx';
import { dayText } from '#domain/days.ts';
import { useEventCalendar, useEventFormat } from '#hooks/data/calendar.ts';
import classes from './ClientPage.module.css';
import { NewsSwitch } from './NewsSwitch.tsx';
import { Resend } from './Resend.tsx';
import type { TabProps } from './tabProps.ts';

/** Every attempt to notify, newest first. */
export function NotifsTab({ consumer }: TabProps) {
  const { t } = useTranslation();
  const canEdit = useCan('member');
  if (consumer === null) {
    // What was sent is kept with the registration, which no host's device holds (readings, no. 41).
    return <Nothing framed>{t(`client_display.${canEdit ? 'notifsNone' : 'notifsMembers'}`)}</Nothing>;
  }
  return (
    <>
      <Attempts consumer={consumer} />
      {canEdit && <NewsSwitch consumer={consumer} />}
    </>
  );
}

function Attempts({ consumer }: { consumer: Consumer }) {
  const { t } = useTranslation();
  const notifs = useLive((store) => store.documents('notif'));
  const canEdit = useCan('member');
  const of = canEdit ? { consumer: consumer._id } : null;
  const underway = useUnderway(of, `${consumer._id} ${consumer._rev}`).filter(
    ({ notifId, attempt }) => attempt > attemptsOf(consumer.notifs, notifId).length,
  );
  const readinessOf = useReadiness();
  const notifOf = (notifId: string): Notif | null =>
    notifs.get(notifId) ?? notifs.get(`notif_${notifId}`) ?? null;
  /** The message that can go once more: it is there still, and not on its way already. */
  const repeatableOf = (notifId: string): Notif | null => {
    const notif = notifOf(notifId);
    const isOnItsWay = underway.some((one) => one.notifId === notifId);
    return !canEdit || notif?.notifType === 'deleted' || isOnItsWay ? null : notif;
  };
  // As a message's own page has it: who has it already misses nothing.
  const held = new Map<Notif['notifMethod'], Exclude<ServiceState, 'ready'>>();
  for (const [notifId, list] of Object.entries(consumer.notifs)) {
    const attempt = list.at(-1);
    const method = repeatableOf(notifId)?.notifMethod;
    if (attempt === undefined || method === undefined) continue;
    const service = readinessOf(method);
    if (service !== 'ready' && mayRetry({ state: stateOf(attempt), attempt })) held.set(method, service);
  }
  const attempts = Object.entries(consumer.notifs)
    .flatMap(([notifId, list]) => list.map((attempt, index) => ({ notifId, attempt, n: index + 1 })))
    .sort((a, b) => b.attempt.date - a.attempt.date);
  if (attempts.length + underway.length === 0)
    return <Nothing framed>{t('client_display.notifsNone')}</Nothing>;
  return (
    <Section title={t('client_display.tabs.notifs')} flush>
      {[...held].map(([method, service]) => (
        <WayToServices
          key={method}
          className={classes.remedy}
          why={`${t(`client_display.method.${method}`)} · ${t(`notifs.holds.${service}`)}`}
        />
      ))}
      <ul className={classes.attempts}>
        {underway.map((one) => (
          <Waiting
            key={`${one.notifId}/${one.attempt}`}
            message={one}
            notif={notifs.get(one.notifId) ?? null}
          />
        ))}
        {attempts.map(({ notifId, attempt, n }) => {
          const repeatable = repeatableOf(notifId);
          return (
            <Row
              key={`${notifId}/${n}`}
              consumer={consumer}
              notifId={notifId}
              attempt={attempt}
              n={n}
              notif={notifOf(notifId)}
              again={repeatable}
              service={repeatable === null ? 'ready' : readinessOf(repeatable.notifMethod)}
            />
          );
        })}
      </ul>
    </Section>
  );
}

/** One that nothing has become of yet. */
function Waiting({ message, notif }: { message: Underway; notif: Notif | null }) {
  const { t } = useTranslation();
  const nameOf = useNotifName();
  const tried = useTriedWords()(message, notif?.notifMethod);
  const parts = [
    notif === null ? null : t(`client_display.method.${notif.notifMethod}`),
    t('client_display.attempt', { n: message.attempt }),
  ];
  return (
    <li>
      <span className={classes.delivery}>
        <IconClock size={16} aria-hidden /> {t('notifs.states.waiting')}
      </span>
      <span className={classes.hint}>{parts.filter((part) => part !== null).join(' · ')}</span>
      {notif !== null && <span>{nameOf(notif)}</span>}
      {tried !== null && <span className={classes.hint}>{tried}</span>}
    </li>
  );
}

/** Of one that broke off on the way nobody knows whether they have it: 'not delivered' would have staff send it twice. */
function becameOf(attempt: NotifAttempt) {
  if (attempt.ok) return 'client_display.delivered';
  return stateOf(attempt) === 'uncertain'
    ? 'client_display.notifErrors.uncertain'
    : 'client_display.notDelivered';
}

interface RowProps {
  consumer: Consumer;
  notifId: string;
  attempt: NotifAttempt;
  n: number;
  notif: Notif | null;
  /** What would go once more; null where it is gone, or on its way. */
  again: Notif | null;
  /** Whether that would reach anybody now. */
  service: ServiceState;
}

function Row({ consumer, notifId, attempt, n, notif, again, service }: RowProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const nameOf = useNotifName();
  const reasonOf = useReasonWords();
  // That nobody knows is said once, and is no reason.
  const reason = stateOf(attempt) === 'uncertain' ? null : reasonOf(attempt, notif);
  const canEdit = useCan('member');
  const method = attempt.method ?? notif?.notifMethod ?? null;
  const parts = [
    method === null ? null : t(`client_display.method.${method}`),
    format.dateTime(attempt.date),
    t('client_display.attempt', { n }),
  ];
  const text = attempt.message ?? (notif === null ? null : nameOf(notif));
  return (
    <li>
      <span className={classes.delivery} data-ok={attempt.ok}>
        {attempt.ok ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        {t(becameOf(attempt))}
      </span>
      <span className={classes.hint} data-numeric>
        {parts.filter((part) => part !== null).join(' · ')}
      </span>
      {text && <span>{text}</span>}
      {reason !== null && (
        <span className={classes.bad}>
          {reason.link === null ? (
            reason.text
          ) : (
            <Anchor href={reason.link} target="_blank" rel="noreferrer" inherit>
              {reason.text}
            </Anchor>
          )}
        </span>
      )}
      {method === 'sms' && attempt.url?.startsWith('https://') && (
        <Anchor href={attempt.url} target="_blank" rel="noreferrer">
          {t('client_display.providerLog')}
        </Anchor>
      )}
      {canEdit && (
        <span className={classes.attemptActs}>
          <Download {...{ consumer, notifId, attempt, n, notif }} reason={reason?.text ?? ''} />
          {again !== null && <Resend {...{ consumer, attempt, service }} notif={again} />}
        </span>
      )}
    </li>
  );
}

/** The message as it was sent, on a page (CLIENT-29). The server has all of it; where it does not answer, what is known here. */
function Download({
  consumer,
  notifId,
  attempt,
  n,
  notif,
  reason,
}: Omit<RowProps, 'again' | 'service'> & { reason: string }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const calendar = useEventCalendar();
  const nameOf = useNotifName();
  const personOf = usePeopleNames();
  const { id } = useEvent();
  const { messages } = useAppData();
  const { start, share } = useFileMaking();
  const event = useLive((store) => store.event());

  async function documentOf(): Promise<MessageDocument> {
    const reply = await messages.sent(id, { notif: notifId, consumer: consumer._id, attempt: n });
    const sent = reply.ok ? reply.value : null;
    // Of a mail devices know the subject alone.
    const isPart =
      !reply.ok && reply.error.code !== 'not_found' && (attempt.method ?? notif?.notifMethod) === 'email';
    return {
      title: sent?.subject || (notif === null ? t('client_display.notif') : nameOf(notif)),
      now: Date.now(),
      language: format.language,
      lines: [
        event === null ? '' : format.title(event),
        t('notifs.to', { to: [personOf(consumer._id).name, sent?.to].filter(Boolean).join(', ') }),
        format.dateTime(attempt.date),
        t(becameOf(attempt)),
        reason,
        sent === null || sent.files.length === 0
          ? ''
          : t('notifs.attached', { files: sent.files.join(', ') }),
        isPart ? t('notifs.pdfInShort') : '',
      ].filter(Boolean),
      text: sent?.text ?? attempt.message ?? '',
    };
  }
  function save(): void {
    void start({
      make: async (inWorker) => ({
        blob: await inWorker({ kind: 'messagePdf', message: await documentOf() }),
        name: t('notifs.pdfFile', { date: dayText(calendar.dayOf(attempt.date)) }),
      }),
      done: (saved) => t('notifs.exported', { name: saved }),
      onSaved: () => undefined,
    });
  }
  return (
    <Button size="compact-sm" variant="default" loading={share !== null} onClick={save}>
      {t('notifs.pdf')}
    </Button>
  );
}
