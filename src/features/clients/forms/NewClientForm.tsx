import { Alert, Anchor, Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import type { English } from '#i18n/en/index.ts';
import type { Failure } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEventCalendar } from '#hooks/data/calendar.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { useDraft } from '#hooks/data/draft.ts';
import { DraftNotice, FormFoot } from '#ui/forms/Form.tsx';
import { fullName } from '#ui/words/format.ts';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { AddressFields } from './AddressFields.tsx';
import { ClientFields } from './ClientFields.tsx';
import classes from './ClientForm.module.css';
import { emptyValues, inputOf, registrationField, type RegistrationProblem } from './clientFormValues.ts';
import { RegistrationFields } from './RegistrationFields.tsx';
import { useFieldErrors } from './useFieldErrors.ts';

const PROBLEM_KEYS = {
  invalid_table_number: 'errors.invalid_table_number',
  invalid_seat_number: 'errors.invalid_seat_number',
  occupied_seat_number: 'errors.occupied_seat_number',
  time_later: 'clientCreate.timeLater',
} as const satisfies Record<
  RegistrationProblem,
  `errors.${keyof English['errors']}` | `clientCreate.${keyof English['clientCreate']}`
>;

interface Created {
  ids: readonly string[];
  name: string;
}

/** Details, address and registration of a new client. After success it begins anew. */
export function NewClientForm({
  sessions,
  target,
}: {
  sessions: readonly Session[];
  target: Session | null;
}) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { id, repository } = useEvent();
  const { clock, sync } = useAppData();
  const calendar = useEventCalendar();
  const errorText = useErrorText();
  const { busy, run } = useAction();
  const [created, setCreated] = useState<Created | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const draft = useDraft(
    `client-new-${id}-${target?._id ?? ''}`,
    '1',
    emptyValues(language, target?._id ?? null),
  );
  const values = draft.value;
  const element = useRef<HTMLFormElement>(null);
  const forename = useRef<HTMLInputElement>(null);
  const own = useFieldErrors(element);
  const form = useValidatedForm(create);
  const errorOf = (name: string) => form.errorOf(name) ?? own.errorOf(name);
  // A session may be archived on another device while its box is ticked here.
  const ticked = sessions.filter(({ _id }) => values.sessions[_id] !== undefined).length;
  const bad = Object.keys(form.problems).length + own.count;

  // The next client is typed from the first field on.
  useEffect(() => {
    if (created === null) return;
    forename.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [created]);

  async function create(): Promise<void> {
    setFailure(null);
    const judged = inputOf(values, sessions, clock.now(), calendar);
    if ('problems' in judged) {
      own.show(
        Object.fromEntries(
          Object.entries(judged.problems).map(([name, code]) => [name, t(PROBLEM_KEYS[code])]),
        ),
      );
      return;
    }
    own.clear();
    const saved = await run(() => repository.createClient(judged.input), showFailure);
    if (saved === null) return;
    setCreated({ ids: [saved.clientId], name: fullName(judged.input.fields) });
    draft.discard();
    void sync.syncNow(id);
  }

  /** What the data layer found, at its field. */
  function showFailure(error: Failure): boolean {
    const { code, field = '' } = error;
    const words = errorText(error);
    if (code === 'number_exists') own.show({ number: words });
    else if (code === 'invalid_table_number') own.show({ [registrationField(field, 'table')]: words });
    else if (code === 'invalid_seat_number' || code === 'occupied_seat_number') {
      own.show({ [registrationField(field, 'seat')]: words });
    } else setFailure(words);
    return true;
  }

  return (
    <>
      <div role="status">{created !== null && <Success created={created} />}</div>
      <DraftNotice draft={draft} />
      <form {...form.formProps} ref={element}>
        <ClientFields
          values={values.fields}
          errorOf={errorOf}
          firstField={forename}
          onChange={(change) => {
            for (const name of Object.keys(change)) own.forget(name);
            draft.change((before) => ({ ...before, fields: { ...before.fields, ...change } }));
          }}
        />
        <AddressFields
          values={values.address}
          errorOf={errorOf}
          onChange={(change) =>
            draft.change((before) => ({ ...before, address: { ...before.address, ...change } }))
          }
        />
        <RegistrationFields
          sessions={sessions}
          values={values.sessions}
          errorOf={errorOf}
          onChange={(next, field) => {
            if (field === null) own.clear();
            else for (const name of [field, field.replace(/^table-/, 'seat-')]) own.forget(name);
            draft.change((before) => ({ ...before, sessions: next }));
          }}
        />
        <FormFoot message={bad > 0 ? t('validation.summary', { count: bad }) : failure}>
          {ticked === 0 && <span className={classes.hint}>{t('clientCreate.tickOne')}</span>}
          <Button type="submit" loading={busy} disabled={ticked === 0}>
            {t('clientCreate.submit')}
          </Button>
        </FormFoot>
      </form>
    </>
  );
}

function Success({ created: { ids, name } }: { created: Created }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const [only] = ids;
  return (
    <Alert color="green" icon={<IconCircleCheck aria-hidden />} mb="lg">
      {t('clientCreate.created', { count: ids.length, name })}{' '}
      {only !== undefined && ids.length === 1 && (
        <Anchor component={Link} to={hrefs.client(id, only)} inherit underline="always">
          {t('clientCreate.open')}
        </Anchor>
      )}
    </Alert>
  );
}
