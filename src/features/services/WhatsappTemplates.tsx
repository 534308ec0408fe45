import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTENT_SID } from '#domain/commands/whatsappTemplates.ts';
import { LIMITS } from '#domain/text/text.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import classes from './Services.module.css';

/** The texts that messages by WhatsApp are made of (specification 2 §2). They are documents of the event: offline too. */
export function WhatsappTemplates() {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const documents = useLive((store) => store.documents('whatsapptemplate'));
  const { busy, run } = useAction();
  const [text, setText] = useState('');
  const [contentSid, setContentSid] = useState('');
  /** Why the text cannot be without a ContentSid. */
  const [lack, setLack] = useState<string | null>(null);
  const errorText = useErrorText();
  const form = useValidatedForm(() => void add());
  const [asked, setAsked] = useState<string | null>(null);
  const templates = [...documents.values()].sort((a, b) => a.date - b.date);

  async function add(): Promise<void> {
    const added = await run(
      () => repository.addWhatsappTemplate({ text, contentSid }),
      (failure) => {
        if (failure.code !== 'content_sid_missing') return false;
        setLack(errorText(failure));
        return true;
      },
    );
    if (added === null) return;
    setText('');
    setContentSid('');
  }
  async function remove(id: string): Promise<void> {
    await run(() => repository.removeWhatsappTemplate(id));
    setAsked(null);
  }
  return (
    <div className={classes.templates}>
      <h3>{t('services.whatsapp.templates')}</h3>
      {templates.length === 0 && <p className={classes.hint}>{t('services.whatsapp.none')}</p>}
      {templates.length > 0 && (
        <ul className={classes.list} aria-label={t('services.whatsapp.templates')}>
          {templates.map(({ _id, message, contentSid: sid }) => (
            <li key={_id}>
              <span className={classes.message}>
                {textOf(message)}
                {sid && <small>{t('services.whatsapp.approved', { sid })}</small>}
              </span>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('services.whatsapp.remove', { text: textOf(message).slice(0, 60) })}
                onClick={() => setAsked(_id)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <form className={classes.form} {...form.formProps}>
        <Textarea
          label={t('services.whatsapp.text')}
          autosize
          minRows={2}
          maxLength={LIMITS.text}
          value={text}
          onChange={(change) => {
            setText(change.currentTarget.value);
            setLack(null);
          }}
        />
        <TextInput
          name="contentSid"
          label={t('services.whatsapp.contentSid')}
          description={t('services.whatsapp.contentSidHint')}
          pattern={CONTENT_SID}
          maxLength={34}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={contentSid}
          error={form.errorOf('contentSid') ?? lack}
          onChange={(change) => {
            setContentSid(change.currentTarget.value);
            setLack(null);
          }}
        />
        <div className={classes.buttons}>
          <Button type="submit" variant="default" loading={busy} disabled={text.trim() === ''}>
            {t('services.whatsapp.add')}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        opened={asked !== null}
        title={t('services.whatsapp.removeTitle')}
        confirmLabel={t('services.whatsapp.removeConfirm')}
        danger
        busy={busy}
        onConfirm={() => void remove(asked ?? '')}
        onCancel={() => setAsked(null)}
      >
        {t('services.whatsapp.removeText')}
      </ConfirmDialog>
    </div>
  );
}

/** Its texts; parts of other programs have no words here. */
const textOf = (message: readonly unknown[]): string =>
  message.filter((part): part is string => typeof part === 'string').join(' ');
