import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DocOf } from '#domain/documents/index.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import classes from './EventDetails.module.css';

/** Forms and notifications, as links to their editors; their own issues add what can be done with them here. */
export function EventDocuments() {
  const { t } = useTranslation();
  const { id } = useEvent();
  const forms = [...useLive((store) => store.documents('form')).values()];
  const notifs = [...useLive((store) => store.documents('notif')).values()].filter(
    (notif) => notif.notifType !== 'deleted',
  );
  if (forms.length + notifs.length === 0) return null;
  return (
    <div className={classes.documents}>
      {forms.length > 0 && (
        <Section title={t('event.forms')} flush>
          <ul className={classes.links}>
            {forms.map((form) => (
              <li key={form._id}>
                <Link to={hrefs.eventForm(id, form._id)}>
                  {form.name}
                  <small>{form.enabled ? t(`languages.${form.language}`) : t('event.formOff')}</small>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {notifs.length > 0 && (
        <Section title={t('event.notifications')} flush>
          <ul className={classes.links}>
            {notifs.map((notif) => (
              <li key={notif._id}>
                <Link to={hrefs.eventNotif(id, notif._id)}>
                  {subjectOf(notif) ?? t('event.noSubject')}
                  <small>{notif.notifMethod}</small>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

function subjectOf(notif: DocOf<'notif'>): string | null {
  const contents = notif['contents'] as { email?: { subject?: unknown } } | undefined;
  const subject = contents?.email?.subject;
  return typeof subject === 'string' && subject !== '' ? subject : null;
}
