import { Button } from '@mantine/core';
import { IconArmchair, IconTableImport, IconUsersPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import classes from './NextSteps.module.css';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** What comes after an event was created: it goes when the first guests are there. */
export function NextSteps({ eventId, session }: { eventId: string; session: Session }) {
  const { t } = useTranslation();
  return (
    <Section title={t('event.next')}>
      <ol className={classes.steps}>
        <li>
          <div>
            <strong>{t('event.nextGuests')}</strong>
            <p>{t('event.nextGuestsWhy')}</p>
          </div>
          <div className={classes.ways}>
            <Button
              component={Link}
              to={hrefs.clientPaste(eventId)}
              leftSection={<IconUsersPlus {...icon} />}
            >
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
          </div>
        </li>
        <li>
          <div>
            <strong>{t('event.nextPlan')}</strong>
            <p>{t('event.nextPlanWhy')}</p>
          </div>
          <div className={classes.ways}>
            <Button
              component={Link}
              to={hrefs.planEdit(eventId, session._id)}
              variant="default"
              leftSection={<IconArmchair {...icon} />}
            >
              {t('event.nextPlanGo')}
            </Button>
          </div>
        </li>
      </ol>
    </Section>
  );
}
