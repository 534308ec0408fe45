import { Alert, Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailFault } from '#data/types.ts';
import { stateOf, type ServiceSections } from '#domain/services/settings.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { CountInput } from '#ui/forms/CountInput.tsx';
import { FormRow } from '#ui/forms/Form.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { Line, Secret } from './fields.tsx';
import { usualPort } from './usualPort.ts';
import { useTyped } from './useTyped.ts';
import type { ServiceSettings } from './useServices.ts';
import classes from './Services.module.css';

interface EmailFormProps {
  settings: ServiceSections['email'];
  service: ServiceSettings;
}

/** Where the event's mails leave from (specification 2 §3 and §5). */
export function EmailForm({ settings, service }: EmailFormProps) {
  const { t } = useTranslation();
  const { services } = useAppData();
  const { id } = useEvent();
  const checking = useAction();
  const isNew = stateOf({ _id: '', email: settings }, 'email') !== 'saved';
  // What another program set up by half lacks its port, as the screen says: none is proposed there.
  const proposed = isNew ? usualPort({ host: '', secure: true }) : '';
  const begin = () => ({
    email: settings.email ?? '',
    name: settings.name ?? '',
    host: settings.host ?? '',
    port: String(settings.port ?? proposed),
    secure: settings.secure ?? isNew,
    username: settings.username ?? '',
    password: settings.password ?? '',
    perMinute: settings.perMinute == null ? '' : String(settings.perMinute),
  });
  const fields = useTyped('email', service, begin, ({ email, name, host, username, ...rest }) => ({
    ...{ email: email.trim(), name: name.trim(), host: host.trim(), username: username.trim() },
    ...{
      ...rest,
      port: Number(rest.port),
      perMinute: rest.perMinute.trim() === '' ? null : Number(rest.perMinute),
    },
  }));
  const { typed, problemOf } = fields;
  const [checked, setChecked] = useState<MailFault | 'success' | null>(null);
  const set = (change: Partial<typeof typed>): void => {
    fields.set(change);
    setChecked(null);
  };
  /** The port that is usual follows host and TLS; another one somebody chose. */
  const [isPortTyped, setPortTyped] = useState(false);
  const move = (change: Partial<Pick<typeof typed, 'host' | 'secure'>>): void => {
    const follows = !isPortTyped && typed.port === usualPort(typed);
    set({ ...change, ...(follows ? { port: usualPort({ ...typed, ...change }) } : {}) });
  };
  const [wants, setWants] = useState<'save' | 'check'>('save');
  const form = useValidatedForm(() => (wants === 'save' ? fields.save() : check()));

  async function check(): Promise<void> {
    const { host, username, password, secure } = typed;
    const found = await checking.run(
      async () => {
        const asked = { host: host.trim(), username: username.trim(), port: Number(typed.port) };
        const reply = await services.checkEmail({ ...asked, password, secure, eventId: id });
        return reply.ok ? { ok: true, value: { fault: reply.value } } : reply;
      },
      ({ field }) => {
        if (field !== 'password') return false;
        fields.setProblem({ field, text: t('services.again') });
        return true;
      },
    );
    if (found !== null) setChecked(found.fault ?? 'success');
  }
  const line = (name: 'email' | 'name' | 'host' | 'username') => ({
    ...{ form, name, label: t(`services.email.${name}`), value: typed[name] },
    problem: problemOf(name),
    onChange: (value: string) => (name === 'host' ? move({ host: value }) : set({ [name]: value })),
  });
  return (
    <form {...form.formProps} className={classes.form}>
      <FormRow least={220}>
        <Line {...line('email')} kind="email" description={t('services.email.emailHint')} />
        <Line {...line('name')} description={t('services.email.nameHint')} />
      </FormRow>
      <FormRow least={220}>
        <Line {...line('host')} />
        <CountInput
          name="port"
          label={t('services.email.port')}
          description={t('services.email.portHint')}
          min={0}
          max={65_535}
          value={typed.port}
          error={problemOf('port') ?? form.errorOf('port')}
          onChange={(port) => {
            setPortTyped(true);
            set({ port });
          }}
        />
      </FormRow>
      <Switch
        label={t('services.email.secure')}
        description={t('services.email.secureHint')}
        checked={typed.secure}
        onChange={(change) => move({ secure: change.currentTarget.checked })}
      />
      <FormRow least={220}>
        <Line {...line('username')} optional />
        <Secret
          {...{ form, name: 'password', label: t('services.email.password'), optional: true }}
          problem={problemOf('password')}
          value={typed.password}
          onChange={(password) => set({ password })}
        />
      </FormRow>
      <CountInput
        name="perMinute"
        label={t('services.email.perMinute')}
        description={t('services.email.perMinuteHint')}
        required={false}
        min={1}
        max={100_000}
        value={typed.perMinute}
        error={problemOf('perMinute') ?? form.errorOf('perMinute')}
        onChange={(perMinute) => set({ perMinute })}
      />
      {checked !== null && (
        <Alert
          role="status"
          color={checked === 'success' ? 'green' : 'red'}
          title={t(RESULT[checked === 'success' ? 'success' : 'error'])}
        >
          {checked === 'success'
            ? t(typed.username.trim() === '' ? 'services.email.checkedOpen' : 'services.email.checked')
            : t(`services.email.fault.${checked}`)}
        </Alert>
      )}
      <div className={classes.buttons}>
        <Button type="submit" variant="default" loading={checking.busy} onClick={() => setWants('check')}>
          {t('services.email.check')}
        </Button>
        <Button type="submit" loading={service.busy} onClick={() => setWants('save')}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}

const RESULT = {
  success: 'services.email.check_success',
  error: 'services.email.check_error',
} as const;
