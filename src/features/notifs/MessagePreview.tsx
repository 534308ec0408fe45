import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPaperclip } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#domain/config.ts';
import type { Recipient } from '#domain/notifications/audience.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { contentsOf } from '#domain/notifications/contents.ts';
import { withLastLine } from '#domain/notifications/lastLine.ts';
import { renderMessage, type Message } from '#domain/notifications/message.ts';
import { messageValues, namesVariable, placeholder } from '#domain/notifications/variables.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { useRegistrationFacts } from '#hooks/data/registrations.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import type { Files } from '#hooks/data/files.ts';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import { NEWS_WORDS } from '#i18n/newsWords.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { linkCounted } from './linkCounted.ts';
import classes from './Notifs.module.css';
import type { NotifFormValues } from './notifFormValues.ts';
import { SmsLength } from './SmsLength.tsx';
import type { WithoutPaper } from './useWithoutPaper.ts';

/** In place of each person's own link, which only the server can make. */
const LINK_SHOWN = 'https://…';
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
        .map((recipient) => ({ recipient, ...nameOf(recipient.consumerId) }))
        .sort((a, b) => a.listed.localeCompare(b.listed, language)),
    [due, nameOf, language],
  );
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
          data={people.map(({ recipient, listed }) => ({ value: recipient.consumerId, label: listed }))}
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

const textOf = ({ text }: Message): string => text;

/** As the mail will carry it; its link is each person's own, and leads nowhere here. */
function withOptOutLine(message: { html: string; text: string }, language: Language): string {
  const { byPage: line, link } = NEWS_WORDS[language];
  return withLastLine(message, { line, link, url: '#', isShown: false }).html;
}

function Shown({
  recipient,
  name,
  without,
  values,
  files: { list: ownFiles },
}: Omit<MessagePreviewProps, 'due'> & { recipient: Recipient; name: string }) {
  const { t } = useTranslation();
  const factsOf = useRegistrationFacts();
  const { id: eventId } = useEvent();
  const consumer = useLive((store) => store.consumers().get(recipient.consumerId));
  const templates = useLive((store) => store.documents('whatsapptemplate'));
  const { consumerId, language, to, hold } = recipient;
  const [now] = useState(() => Date.now());
  const facts = useMemo(() => factsOf({ consumerId }), [factsOf, consumerId]);
  // A frame is made anew for each letter: the typing goes first.
  const { method, subject, html, font, message: text, templateId, variables } = useDeferredValue(values);
  const message = useMemo(() => {
    if (facts === null) return null;
    const typed = { subject, body: { font, html, text: '' }, message: text, templateId, variables };
    const contents = contentsOf({ notifMethod: method, contents: typed });
    const whatsapp = templates.get(templateId ?? '') ?? null;
    const rendered = (link: string) =>
      renderMessage(contents, messageValues(facts, DOCUMENT_WORDS[language], { now, link }), {
        ...{ language, whatsapp },
      });
    const counted = consumer === undefined ? LINK_SHOWN : linkCounted(eventId, consumer);
    const asksToPay = namesVariable(JSON.stringify([contents, whatsapp?.message]), 'payment_link');
    return {
      ...rendered(LINK_SHOWN),
      counted: method === 'sms' ? textOf(rendered(counted)) : '',
      leadsBack: asksToPay && consumer !== undefined && settlementOf(consumer).open === 0,
    };
  }, [
    facts,
    method,
    subject,
    html,
    font,
    text,
    templateId,
    variables,
    language,
    templates,
    now,
    eventId,
    consumer,
  ]);
  if (message === null) return null;
  const lacks = (kind: TemplateKind): boolean => without[kind].some((one) => one.consumerId === consumerId);
  const files =
    method === 'email' && hold !== 'missing_template' && hold !== 'unreadable_template'
      ? [
          values.attachInvitation && !lacks('invitation') ? t('notifs.invitationFile') : '',
          values.attachInvoice && !lacks('invoice') ? t('notifs.invoiceFile') : '',
          ...values.attachments.map((id) => ownFiles.find(({ _id }) => _id === id)?.name ?? ''),
        ].filter(Boolean)
      : [];
  return (
    <div className={classes.preview} lang={language} data-testid="message-preview">
      <p className={classes.to}>
        {to === '' ? t('notifs.toNobody') : t('notifs.to', { to })}
        {hold !== null && <span className={classes.bad}> · {t(`notifs.holds.${hold}`)}</span>}
      </p>
      {message.method === 'email' ? (
        <>
          <p className={classes.subject}>{message.subject || t('notifs.noSubject')}</p>
          {/* What a member wrote was rebuilt from what is allowed; nothing in it may run all the same. */}
          <iframe
            className={classes.mail}
            title={t('notifs.previewOf', { name })}
            sandbox=""
            srcDoc={values.purpose === 'news' ? withOptOutLine(message, language) : message.html}
          />
        </>
      ) : (
        <>
          <p className={classes.bubble}>{message.text}</p>
          {message.method === 'sms' && (
            <p className={classes.hint}>
              <SmsLength text={message.counted} cursor={undefined} />
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
      )}
      {message.leadsBack && <p className={classes.hint}>{t('notifs.nothingToPay')}</p>}
      {files.length > 0 && (
        <p className={classes.hint}>
          <IconPaperclip size={16} aria-hidden /> {t('notifs.attached', { files: files.join(', ') })}
        </p>
      )}
    </div>
  );
}
