import { Button } from '@mantine/core';
import { IconArmchair, IconTableImport, IconUserCheck, IconUsersPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLive } from '#hooks/data/event.tsx';
import { useCan, useEvents } from '#hooks/data/session.ts';
import { useSetting } from '#hooks/platform/useSetting.ts';
import type { Session } from '#domain/documents/session.ts';
import { Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './NextSteps.module.css';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** From a new event to its first arrival: stays until every step is done, or until it is put away on this device. */
export function NextSteps({ eventId, sessions }: { eventId: string; sessions: readonly Session[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isManager = useCan('manager');
  const [hidden, setHidden] = useSetting(`next.${eventId}`, false);
  const guests = useLive((store) => store.clients().size > 0);
  const arrived = useLive((store) => sessions.some(({ _id }) => store.counts(_id).arrived > 0));
  const plan = sessions.some((session) => session.plan != null);
  const access = (useEvents()?.find(({ id }) => id === eventId)?.authorized ?? []).length > 0;
  // Only administrators give access.
  const done = guests && plan && arrived && (access || !isManager);
  const open = sessions.filter(({ status }) => status !== 'archived');
  // The one most guests come to. Which one it is has to be said where there are several.
  const session = open.toSorted((a, b) => b.clients.length - a.clients.length)[0];
  if (session === undefined || done || hidden) return null;
  const at = (words: string): string =>
    open.length > 1 ? t('common.labelled', { label: words, value: format.title(session) }) : words;
  return (
    <Section
      title={t('event.next')}
      paper="none"
      aside={
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={t('event.nextHideSteps')}
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => setHidden(true)}
        >
          {t('event.nextHide')}
        </Button>
      }
    >
      <ol className={classes.steps}>
        <Step done={guests} title={t('event.nextGuests')} why={t('event.nextGuestsWhy')}>
          <Button component={Link} to={hrefs.clientPaste(eventId)} leftSection={<IconUsersPlus {...icon} />}>
            {t('event.nextPaste')}
          </Button>
          <Button
            component={Link}
            to={hrefs.clientImport(eventId)}
            variant="default"
            leftSection={<IconTableImport {...icon} />}
          >
            {t('event.nextImport')}
          </Button>
        </Step>
        <Step done={plan} title={t('event.nextPlan')} why={t('event.nextPlanWhy')}>
          <Button
            component={Link}
            to={hrefs.planEdit(eventId, session._id)}
            variant="default"
            leftSection={<IconArmchair {...icon} />}
          >
            {at(t('event.nextPlanGo'))}
          </Button>
        </Step>
        {isManager && (
          <Step done={access} title={t('event.nextAccess')} why={t('event.nextAccessWhy')}>
            <Button component={Link} to="#access" variant="default">
              {t('event.nextAccessGo')}
            </Button>
          </Step>
        )}
        <Step done={arrived} title={t('event.nextDoor')} why={t('event.nextDoorWhy')}>
          <Button
            component={Link}
            to={hrefs.checkin(eventId, session._id)}
            variant="default"
            leftSection={<IconUserCheck {...icon} />}
          >
            {at(t('event.nextDoorGo'))}
          </Button>
        </Step>
      </ol>
    </Section>
  );
}

interface StepProps {
  done: boolean;
  title: string;
  why: string;
  /** The ways to do it. */
  children: ReactNode;
}

/** What is done takes one line. */
function Step({ done, title, why, children }: StepProps) {
  const { t } = useTranslation();
  if (done)
    return (
      <li data-done>
        <span className={classes.title}>
          {title} <small>{t('event.nextDone')}</small>
        </span>
      </li>
    );
  return (
    <li>
      <div>
        <strong>{title}</strong>
        <p>{why}</p>
      </div>
      <div className={classes.ways}>{children}</div>
    </li>
  );
}
