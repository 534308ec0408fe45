import { Anchor, Select } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Placement, Session, SessionEntry } from '#domain/documents/session.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { useNeighbours } from '#hooks/door/neighbours.ts';
import { DetailList } from '#ui/components/DetailList.tsx';
import { fullName } from '#ui/words/format.ts';
import { notify } from '#ui/components/notify.tsx';
import { Section } from '#ui/components/Page.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { placeText } from '#ui/words/placement.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { lazyPart } from '#ui/platform/lazyPart.ts';
import { Arrival } from './Arrival.tsx';
import classes from './ClientPage.module.css';
import { extrasOf, productOf } from './registrationWords.ts';
import { SeatSelects } from './SeatSelects.tsx';
import type { TabProps } from './tabProps.ts';

const SeatPlan = lazyPart(async () => (await import('./SeatPlan.tsx')).SeatPlan);

/** The client's registrations, one session at a time. */
export function SessionsTab({ client, consumer }: TabProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const [query] = useSearchParams();
  const from = query.get('fromSession');
  const sessions = useLive((store) => store.sessions()).filter((session) =>
    session.clients.some(({ clientId }) => clientId === client._id),
  );
  const canceled = useLive((store) => store.isCanceled(client._id));
  const [picked, setPicked] = useState(from === null ? null : idFromParam('session', from));
  const session =
    sessions.find(({ _id }) => _id === picked) ??
    sessions.find(({ status }) => status === 'ongoing') ??
    sessions.find(({ status }) => status === 'upcoming') ??
    sessions[0];
  const entry = session?.clients.find(({ clientId }) => clientId === client._id);
  if (session === undefined || entry === undefined) {
    return <Nothing framed>{t('client.noSessions')}</Nothing>;
  }
  return (
    <>
      <Select
        label={t('client_display.session')}
        className={classes.picker ?? ''}
        data={sessions.map((one) => ({
          value: one._id,
          label: `${format.title(one)} · ${format.date(one.date)}`,
        }))}
        value={session._id}
        onChange={setPicked}
      />
      <Arrival session={session} entry={entry} name={fullName(client)} canceled={canceled} />
      <Registration session={session} entry={entry} consumer={consumer} />
      <Place key={session._id} {...{ session, entry, canceled }} name={fullName(client)} />
    </>
  );
}

interface RegistrationProps {
  session: Session;
  entry: SessionEntry;
  consumer: Consumer | null;
}

function Registration({ session, entry, consumer }: RegistrationProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id } = useEvent();
  const canEdit = useCan('member');
  const forms = useLive((store) => store.documents('form'));
  const form = forms.get(consumer?.registration?.formId ?? '') ?? null;
  const { option, kind } = productOf(entry, form, [...forms.values()]);
  const place = placeText(session, entry, t);
  const beside = useNeighbours(session, entry);
  const time = entry.checkInTime;
  return (
    <Section
      title={format.title(session)}
      aside={
        // As tall as a finger, without more room.
        <Anchor component={Link} to={hrefs.session(id, session._id)} display="inline-block" py={12} my={-12}>
          {t('client_display.openSession')}
        </Anchor>
      }
    >
      <DetailList
        fold
        items={[
          {
            label: t('client_display.place'),
            value: place === '' ? t('client_display.placeNone') : <span data-numeric>{place}</span>,
          },
          ...(beside === ''
            ? []
            : [{ label: t('tables.beside'), value: <span data-numeric>{beside}</span> }]),
          {
            label: t('client_display.checkIn'),
            value: (
              <span className={classes.state} data-in={time !== null || undefined} data-numeric>
                {time !== null && <IconCircleCheckFilled size={16} aria-hidden />}
                {time === null ? t('client.notCheckedIn') : format.dateTime(time)}
              </span>
            ),
          },
          {
            label: t('client_display.product'),
            value: [option, kind === null ? null : t(`productKinds.${kind}`)]
              .filter((part) => part !== null)
              .join(' · '),
          },
          // Not 'none' where they are not known: a host's device holds no registration (readings, no. 41).
          ...(consumer === null && !canEdit
            ? []
            : [
                {
                  label: t('client_display.extras'),
                  value: extrasOf(consumer?.registration?.['extras'], form)
                    .map(({ name, count }) => `${count} × ${name}`)
                    .join('\n'),
                },
              ]),
        ]}
      />
    </Section>
  );
}

interface PlaceProps {
  session: Session;
  entry: SessionEntry;
  name: string;
  canceled: boolean;
}

/** The plan with the client's place; members change it by a click, or by the lists. A cancelled one has none. */
function Place({ session, entry, name, canceled }: PlaceProps) {
  const { t } = useTranslation();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const isMember = useCan('member');
  const archived = session.status === 'archived';
  const canEdit = isMember && !archived && !canceled;
  const { busy, run } = useAction();

  async function place(placement: Placement | null): Promise<void> {
    const saved = await run(() => repository.placeClient(session._id, entry.clientId, placement));
    if (saved === null) return;
    notify.success(t('client_display.placed'));
    void sync.syncNow(id);
  }
  return (
    <Section title={t('client_display.plan')}>
      {session.plan == null ? (
        <p className={classes.hint}>{t('client_display.noPlan')}</p>
      ) : (
        <>
          {archived && <p className={classes.hint}>{t('seating.archived')}</p>}
          {canceled && <p className={classes.hint}>{t('client_display.planCanceled')}</p>}
          {canEdit && (
            <>
              <p className={classes.hint}>{t('client_display.planHint', { name })}</p>
              <SeatSelects
                session={session}
                plan={session.plan}
                entry={entry}
                disabled={busy}
                onPlace={(placement) => void place(placement)}
              />
            </>
          )}
          <Suspense fallback={<div className={classes.planSpace} />}>
            <SeatPlan
              session={session}
              plan={session.plan}
              clientId={entry.clientId}
              {...(canEdit && !busy ? { onPlace: (placement: Placement) => void place(placement) } : {})}
            />
          </Suspense>
        </>
      )}
    </Section>
  );
}
