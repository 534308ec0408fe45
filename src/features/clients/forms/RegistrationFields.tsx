import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { FormPart } from '#ui/forms/Form.tsx';
import { TimeField } from '#ui/forms/TimeField.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './ClientForm.module.css';
import { emptyRegistration, registrationField, type FormRegistration } from './clientFormValues.ts';

interface RegistrationFieldsProps {
  /** Those that take clients. */
  sessions: readonly Session[];
  values: Record<string, FormRegistration>;
  errorOf: (name: string) => string | undefined;
  /** `field` is what changed; null when a session was ticked or not any more. */
  onChange: (values: Record<string, FormRegistration>, field: string | null) => void;
}

/** The sessions to tick, and for each the place and the check-in time (specification 1 §2, Client creation). */
export function RegistrationFields({ sessions, values, errorOf, onChange }: RegistrationFieldsProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  return (
    <FormPart title={t('clientCreate.registration')} hint={t('clientCreate.registrationHint')}>
      <ul className={classes.sessions}>
        {sessions.map((session) => {
          const entered = values[session._id];
          return (
            <li key={session._id} className={classes.session}>
              <div className={classes.tick}>
                <Checkbox
                  label={format.title(session)}
                  checked={entered !== undefined}
                  onChange={(change) => {
                    const { [session._id]: _gone, ...others } = values;
                    const ticked = change.currentTarget.checked;
                    onChange(ticked ? { ...others, [session._id]: emptyRegistration } : others, null);
                  }}
                />
                <small>
                  {format.date(session.date)}
                  {session.plan == null && ` · ${t('clientCreate.noPlan')}`}
                </small>
              </div>
              {entered !== undefined && (
                <Place
                  session={session}
                  entered={entered}
                  errorOf={errorOf}
                  onChange={(change, field) =>
                    onChange(
                      { ...values, [session._id]: { ...entered, ...change } },
                      registrationField(session._id, field),
                    )
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
    </FormPart>
  );
}

interface PlaceProps {
  session: Session;
  entered: FormRegistration;
  errorOf: (name: string) => string | undefined;
  onChange: (change: Partial<FormRegistration>, field: 'table' | 'seat' | 'time') => void;
}

function Place({ session, entered, errorOf, onChange }: PlaceProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const named = (field: 'table' | 'seat' | 'time') => registrationField(session._id, field);
  if (session.plan == null && session.status !== 'ongoing') return null;
  return (
    <div className={classes.place} role="group" aria-label={format.title(session)}>
      {session.plan != null && (
        <>
          <TextInput
            name={named('table')}
            label={t('clientCreate.table')}
            value={entered.table}
            error={errorOf(named('table'))}
            autoComplete="off"
            onChange={(change) => {
              const table = change.currentTarget.value;
              // A seat is allowed only when a table is given.
              onChange(table.trim() === '' ? { table, seat: '' } : { table }, 'table');
            }}
          />
          <TextInput
            name={named('seat')}
            label={t('clientCreate.seat')}
            value={entered.seat}
            error={errorOf(named('seat'))}
            disabled={entered.table.trim() === ''}
            inputMode="numeric"
            autoComplete="off"
            onChange={(change) => onChange({ seat: change.currentTarget.value }, 'seat')}
          />
        </>
      )}
      {session.status === 'ongoing' && (
        <div data-field={named('time')}>
          <TimeField
            label={t('clientCreate.checkInTime')}
            value={entered.time}
            error={errorOf(named('time'))}
            onChange={(time) => onChange({ time }, 'time')}
          />
        </div>
      )}
    </div>
  );
}
