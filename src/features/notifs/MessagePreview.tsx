import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPaperclip } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#domain/config.ts';
import type { Recipient } from '#domain/notifications/audience.ts';
import { withLastLine } from '#domain/notifications/lastLine.ts';
import type { Message } from '#domain/notifications/message.ts';
import { placeholder } from '#domain/notifications/variables.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { useHoldWords } from '#hooks/data/messageWords.ts';
import type { Files } from '#hooks/data/files.ts';
import { NEWS_WORDS } from '#i18n/newsWords.ts';
import { namesAmong } from '#ui/words/namesAmong.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Notifs.module.css';
import type { NotifFormValues } from './notifFormValues.ts';
import { SmsLength } from './SmsLength.tsx';
import { usePreviewed } from './usePreviewed.ts';
import type { WithoutPaper } from './useWithoutPaper.ts';

interface MessagePreviewProps {
  due: readonly Recipient[];
  without: WithoutPaper;
  values: NotifFormValues;
  files: Files;
}

/** The message as each will get it, one person after the other. */
export function MessagePreview({ due, without, values, files }: MessagePreviewProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const nameOf = usePeopleNames();
  const [chosen, setChosen] = useState<string | null>(null);
  const people = useMemo(
    () =>
      due
        .map((recipient) => ({ recipient, apart: recipient.to, ...nameOf(recipient.consumerId) }))
        .sort((a, b) => a.listed.localeCompare(b.listed, language)),
    [due, nameOf, language],
  );
  const choices = useMemo(() => {
    const labels = namesAmong(people);
    return people.map(({ recipient }, at) => ({ value: recipient.consumerId, label: labels[at] ?? '' }));
  }, [people]);
  const index = Math.max(
    0,
    people.findIndex(({ recipient }) => recipient.consumerId === chosen),
  );
  const shown = people[index];
  if (shown === undefined) return <Text c="dimmed">{t('notifs.previewNobody')}</Text>;
  const turn = (by: number): void =>
    setChosen(people[(index + by + people.length) % people.length]?.recipient.consumerId ?? null);
  return (
    <>
      <Group gap="xs" mb="sm" wrap="nowrap">
        <ActionIcon variant="default" size="lg" aria-label={t('notifs.previous')} onClick={() => turn(-1)}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Select
          aria-label={t('notifs.person')}
          className={classes.person ?? ''}
          searchable
          limit={50}
          allowDeselect={false}
          value={shown.recipient.consumerId}
          data={choices}
          onChange={(id) => setChosen(id)}
        />
        <ActionIcon variant="default" size="lg" aria-label={t('notifs.next')} onClick={() => turn(1)}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <Shown recipient={shown.recipient} name={shown.name} {...{ without, values, files }} />
    </>
  );
}

type Mail = Extract<Message, { method: 'email' }>;

interface ShownProps extends Omit<MessagePreviewProps, 'due'> {
  recipient: Recipient;
  name: string;
}

function Shown({ recipient, name, without, values, files }: ShownProps) {
  const { t } = useTranslation();
  const holdWords = useHoldWords();
  const previewed = usePreviewed(recipient, values);
  const attached = useAttached(recipient, { without, values, files });
  if (previewed === null) return null;
  const { message, counted, leadsBack } = previewed;
  const { language, to, hold } = recipient;
  return (
    <div className={classes.preview} lang={language} data-testid="message-preview">
      <p className={classes.to}>
        {to === '' ? t('notifs.toNobody') : t('notifs.to', { to })}
        {hold !== null && <span className={classes.bad}> · {holdWords(hold, values)}</span>}
      </p>
      {message.method === 'email' ? (
        <MailShown {...{ message, name, language }} isNews={values.purpose === 'news'} />
      ) : (
        <TextShown {...{ message, counted }} />
      )}
      {leadsBack && <p className={classes.hint}>{t('notifs.nothingToPay')}</p>}
      {attached.length > 0 && (
        <p className={classes.hint}>
          <IconPaperclip size={16} aria-hidden /> {t('notifs.attached', { files: attached.join(', ') })}
        </p>
      )}
    </div>
  );
}

/** What the files that go along are called; none where it is held back for want of one. */
function useAttached(
  { consumerId, hold }: Recipient,
  { without, values, files }: Pick<MessagePreviewProps, 'without' | 'values' | 'files'>,
): string[] {
  const { t } = useTranslation();
  if (values.method !== 'email' || hold === 'missing_template' || hold === 'unreadable_template') return [];
  const lacks = (kind: TemplateKind): boolean => without[kind].some((one) => one.consumerId === consumerId);
  return [
    values.attachInvitation && !lacks('invitation') ? t('notifs.invitationFile') : '',
    values.attachInvoice && !lacks('invoice') ? t('notifs.invoiceFile') : '',
    ...values.attachments.map((id) => files.list.find(({ _id }) => _id === id)?.name ?? ''),
  ].filter(Boolean);
}

interface MailShownProps {
  message: Mail;
  name: string;
  language: Language;
  isNews: boolean;
}

function MailShown({ message, name, language, isNews }: MailShownProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.subject}>{message.subject || t('notifs.noSubject')}</p>
      {/* What a member wrote was rebuilt from what is allowed; nothing in it may run all the same. */}
      <iframe
        className={classes.mail}
        title={t('notifs.previewOf', { name })}
        sandbox=""
        srcDoc={isNews ? withOptOutLine(message, language) : message.html}
      />
    </>
  );
}

/** As the mail will carry it; its link is each person's own, and leads nowhere here. */
function withOptOutLine(message: Mail, language: Language): string {
  const { byPage: line, link } = NEWS_WORDS[language];
  return withLastLine(message, { line, link, url: '#', isShown: false }).html;
}

function TextShown({ message, counted }: { message: Exclude<Message, Mail>; counted: string }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.bubble}>{message.text}</p>
      {message.method === 'sms' && (
        <p className={classes.hint}>
          <SmsLength text={counted} cursor={undefined} />
        </p>
      )}
      {message.method === 'whatsapp' && message.contentSid !== null && (
        <p className={classes.hint}>{t('notifs.approved')}</p>
      )}
      {message.method === 'whatsapp' && message.lacks.length > 0 && (
        <p className={classes.bad}>
          {t('notifs.lacks', { placeholders: message.lacks.map(placeholder).join(', ') })}
        </p>
      )}
    </>
  );
}
