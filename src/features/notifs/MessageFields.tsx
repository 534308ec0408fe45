import { Checkbox, NativeSelect, Tabs, Text } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#domain/notifications/audience.ts';
import { NOTIF_METHODS, type NotifMethod } from '#domain/documents/consumer.ts';
import { placeholder } from '#domain/notifications/variables.ts';
import { boundTo, placeholdersOf } from '#domain/notifications/whatsapp.ts';
import { notifName } from '#domain/notifications/name.ts';
import { useLive } from '#hooks/data/event.tsx';
import type { Files } from '#hooks/data/files.ts';
import { ChipEditor } from './ChipEditor.tsx';
import classes from './Notifs.module.css';
import type { NotifFormValues } from './notifFormValues.ts';
import { OwnFilesField } from './OwnFilesField.tsx';
import { SmsLength } from './SmsLength.tsx';
import type { OwnFiles } from './useOwnFiles.ts';
import { useSmsCost } from './useSmsCost.ts';

interface MessageFieldsProps {
  values: NotifFormValues;
  /** Those who are meant. */
  due: readonly Recipient[];
  files: Files;
  own: OwnFiles;
  /** Of the text. */
  problem: string | undefined;
  set: (change: Partial<NotifFormValues>) => void;
}

/** What is said, in the tabs of the ways to send it (NOTIF-05). The chosen tab is the way. */
export function MessageFields({ values, due, files, own, problem, set }: MessageFieldsProps) {
  const { t } = useTranslation();
  return (
    <Tabs
      value={values.method}
      keepMounted={false}
      onChange={(method) => method !== null && set({ method: method as NotifMethod })}
    >
      <Tabs.List aria-label={t('notifs.method')} mb="md">
        {NOTIF_METHODS.map((method) => (
          <Tabs.Tab key={method} value={method}>
            {t(`notifs.methods.${method}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="email">
        <Mail values={values} files={files} own={own} problem={problem} set={set} />
      </Tabs.Panel>
      <Tabs.Panel value="sms">
        <Sms values={values} due={due} problem={problem} set={set} />
      </Tabs.Panel>
      <Tabs.Panel value="whatsapp">
        <Whatsapp values={values} problem={problem} set={set} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Mail({ values, files, own, problem, set }: Omit<MessageFieldsProps, 'due'>) {
  const { t } = useTranslation();
  return (
    <div className={classes.audience}>
      <ChipEditor
        name="subject"
        label={t('notifs.subject')}
        mode="line"
        initial={values.subject}
        onChange={(subject) => set({ subject })}
      />
      <ChipEditor
        name="body"
        label={t('notifs.body')}
        mode="rich"
        initial={values.html}
        error={problem}
        onChange={(html) => set({ html })}
      />
      <Checkbox
        label={t('notifs.attachInvitation')}
        checked={values.attachInvitation}
        onChange={(change) => set({ attachInvitation: change.currentTarget.checked })}
      />
      <Checkbox
        label={t('notifs.attachInvoice')}
        checked={values.attachInvoice}
        onChange={(change) => set({ attachInvoice: change.currentTarget.checked })}
      />
      <OwnFilesField
        ids={values.attachments}
        files={files}
        own={own}
        onChange={(attachments) => set({ attachments })}
      />
    </div>
  );
}

function Sms({ values, due, problem, set }: Omit<MessageFieldsProps, 'files' | 'own'>) {
  const { t } = useTranslation();
  const [cursor, setCursor] = useState<number>();
  const people = useSmsCost(due, values.message);
  return (
    <ChipEditor
      name="message"
      label={t('notifs.message')}
      mode="text"
      initial={values.message}
      error={problem}
      description={<SmsLength text={values.message} cursor={cursor} people={people} />}
      onChange={(message) => set({ message })}
      onCursor={setCursor}
    />
  );
}

function Whatsapp({ values, problem, set }: Omit<MessageFieldsProps, 'files' | 'own' | 'due'>) {
  const { t } = useTranslation();
  const templates = useLive((store) => store.documents('whatsapptemplate'));
  const options = [...templates.values()].map(({ _id }) => {
    const name = notifName({ notifMethod: 'whatsapp', contents: { templateId: _id } }, templates);
    return { value: _id, label: 'words' in name ? name.words : t('notifs.noText') };
  });
  const placeholders = placeholdersOf(templates.get(values.templateId ?? ''));
  return (
    <>
      <NativeSelect
        name="templateId"
        label={t('notifs.template')}
        required
        value={templates.has(values.templateId ?? '') ? (values.templateId ?? '') : ''}
        data={[{ value: '', label: t('notifs.chooseTemplate') }, ...options]}
        error={placeholders.length === 0 ? problem : undefined}
        onChange={({ currentTarget: { value } }) =>
          set({ templateId: value === '' ? null : value, variables: {} })
        }
      />
      {options.length === 0 && (
        <Text c="dimmed" mt="xs">
          {t('notifs.noTemplates')}
        </Text>
      )}
      {placeholders.length > 0 && (
        <fieldset className={classes.variables} data-field="variables" tabIndex={-1}>
          <legend>{t('notifs.variables')}</legend>
          <p className={classes.hint}>{t('notifs.variablesHint')}</p>
          {problem !== undefined && <p className={classes.bad}>{problem}</p>}
          {placeholders.map((key) => (
            <ChipEditor
              key={`${values.templateId} ${key}`}
              name={`variable-${key}`}
              label={t('notifs.standsFor', { placeholder: placeholder(key) })}
              mode="line"
              initial={boundTo(key, values.variables)}
              onChange={(text) => set({ variables: { ...values.variables, [key]: text } })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
