import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { holding } from '#domain/checkins/admissions.ts';
import type { Session } from '#domain/documents/session.ts';
import { countsIn } from '#domain/clients/canceled.ts';
import { doorFigures, optionNames, type OptionTally } from '#domain/checkins/doorFigures.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useDeviceNames } from '#hooks/door/deviceNames.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { DeviceName } from './DeviceName.tsx';
import { Unsent } from './Unsent.tsx';

/** The live numbers behind the counter: by option, by door, and what this device has still to send. */
export function DoorFigures({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { store } = useEvent();
  const namesOf = useDeviceNames();
  const forms = useLive((live) => live.documents('form'));
  const names = useMemo(() => optionNames(forms.values()), [forms]);
  // A check-in makes a new session, so that the numbers are never older than it.
  const { options, doors, expected, arrived } = useMemo(
    () =>
      doorFigures(
        session.clients.filter((entry) => countsIn(entry, store.isCanceled)),
        (clientId) => holding(store.admissionsOf(session._id, clientId))?.fact ?? null,
      ),
    [session, store],
  );
  const doorNames = namesOf(doors.flatMap(({ deviceId: id, name }) => (id === null ? [] : { id, name })));
  const doorName = (deviceId: string | null): string =>
    (deviceId === null ? undefined : doorNames.get(deviceId)) ?? t('checkin.noDoor');
  const optionName = ({ kind, optionId }: OptionTally): string =>
    [
      optionId === null ? null : (names.get(optionId) ?? optionId),
      kind === null ? null : t(`productKinds.${kind}`),
    ]
      .filter((part) => part !== null)
      .join(' · ') || t('checkin.noOption');
  return (
    <>
      <table>
        <caption>{t('checkin.byOption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('checkin.option')}</th>
            <th scope="col">{t('checkin.arrived')}</th>
            <th scope="col">{t('checkin.missing')}</th>
            <th scope="col">{t('checkin.expected')}</th>
          </tr>
        </thead>
        <tbody>
          {options.map((row) => (
            <tr key={`${row.kind} ${row.optionId}`}>
              <th scope="row">{optionName(row)}</th>
              <td>{format.number(row.arrived)}</td>
              <td>{format.number(row.expected - row.arrived)}</td>
              <td>{format.number(row.expected)}</td>
            </tr>
          ))}
          <tr data-total>
            <th scope="row">{t('checkin.total')}</th>
            <td>{format.number(arrived)}</td>
            <td>{format.number(expected - arrived)}</td>
            <td>{format.number(expected)}</td>
          </tr>
        </tbody>
      </table>
      {doors.length > 0 && (
        <table>
          <caption>{t('checkin.byDoor')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('checkin.door')}</th>
              <th scope="col">{t('checkin.arrived')}</th>
            </tr>
          </thead>
          <tbody>
            {doors.map(({ deviceId, arrived: here }) => (
              <tr key={deviceId ?? ''}>
                <th scope="row">{doorName(deviceId)}</th>
                <td>{format.number(here)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <DeviceName />
      <Unsent session={session} />
    </>
  );
}
