import { Alert, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailFault, TestMessageFault } from '#data/types.ts';
import type { NotifMethod } from '#domain/documents/consumer.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useReasonWords, type ReasonWords } from '#hooks/data/messageWords.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { Line } from './fields.tsx';
import classes from './Services.module.css';

type Told = { sentTo: string } | ReasonWords;

const isMailFault = (reason: TestMessageFault['reason']): reason is MailFault =>
  !['disabled', 'misconfigured', 'refused', 'uncertain'].includes(reason);

/** A message to oneself, by what is saved: it shows that messages arrive, and what they look like (messages stay out of it). */
export function TestMessage({ method }: { method: NotifMethod }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { services } = useAppData();
  const { id } = useEvent();
  const { busy, run } = useAction();
  const wordsOf = useReasonWords();
  const [to, setTo] = useState('');
  const [told, setTold] = useState<Told | null>(null);
  const form = useValidatedForm(() => send());

  async function send(): Promise<void> {
    setTold(null);
    const done = await run(async () => {
      const reply = await services.sendTest(id, { method, to: to.trim(), language });
      return reply.ok ? { ok: true as const, value: { fault: reply.value } } : reply;
    });
    if (done === null) return;
    if (done.fault === null) {
      setTold({ sentTo: to.trim() });
      return;
    }
    const { reason, errorCode } = done.fault;
    if (isMailFault(reason) && method === 'email') {
      setTold({ text: t(`services.email.fault.${reason}`), link: null });
      return;
    }
    const error = reason === 'login_refused' ? 'misconfigured' : reason;
    const attempt = { ok: false, error, errorCode, date: 0, message: null, url: null };
    setTold(isMailFault(error) ? { text: t('services.test.unreachable'), link: null } : wordsOf(attempt));
  }
  return (
    <form {...form.formProps} className={classes.form}>
      <Line
        {...{ form, name: 'testTo', value: to, problem: null, onChange: setTo }}
        kind={method === 'email' ? 'email' : 'phone'}
        label={t(method === 'email' ? 'services.test.address' : 'services.test.number')}
        description={t('services.test.hint')}
      />
      {told !== null && (
        <Alert role="status" color={'sentTo' in told ? 'green' : 'red'}>
          {'sentTo' in told ? (
            t('services.test.sent', { to: told.sentTo })
          ) : told.link === null ? (
            told.text
          ) : (
            <a href={told.link} target="_blank" rel="noreferrer">
              {told.text}
            </a>
          )}
        </Alert>
      )}
      <div className={classes.buttons}>
        <Button
          type="submit"
          variant="default"
          loading={busy}
          leftSection={<IconSend size={18} aria-hidden />}
        >
          {t('services.test.send')}
        </Button>
      </div>
    </form>
  );
}
