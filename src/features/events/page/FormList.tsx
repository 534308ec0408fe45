import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { opennessOf } from '#domain/commands/desk.ts';
import type { Form } from '#domain/documents/form.ts';
import { formsThatHold } from '#domain/forms/versions.ts';
import { useEventTime } from '#hooks/data/calendar.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useTime } from '#hooks/data/now.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { Section } from '#ui/components/Page.tsx';
import { PublicPage } from '#ui/components/PublicPage.tsx';
import { hrefs } from '#ui/paths.ts';
import classes from './EventDetails.module.css';

/** The forms with which guests register, each with the way to its editor and to its public page (EVENT-04). */
export function FormList() {
  const { t } = useTranslation();
  const { id } = useEvent();
  const timeOf = useEventTime();
  const now = useTime();
  const forms = formsThatHold(useLive((store) => store.documents('form')));
  /** Where guests cannot register: since when, or from when they can. */
  function stateOf({ opensAt, closesAt }: Form): string {
    const openness = opennessOf({ opensAt, closesAt }, now);
    if (openness === 'open') return '';
    const time = timeOf((openness === 'over' ? closesAt : opensAt) ?? now);
    return t(openness === 'over' ? 'forms.closedSince' : 'forms.opensOn', { time });
  }
  return (
    <div id="forms">
      <Section
        title={t('event.forms')}
        flush
        aside={
          <Anchor component={Link} to={hrefs.formNew(id)}>
            {t('forms.add')}
          </Anchor>
        }
      >
        {forms.length === 0 ? (
          <Nothing>{t('forms.none')}</Nothing>
        ) : (
          <ul className={classes.links}>
            {forms.map((form) => (
              <li key={form._id} className={classes.withActions}>
                <Link to={hrefs.eventForm(id, form._id)}>
                  {form.name}
                  <small>
                    {[t(`languages.${form.language}`), stateOf(form)].filter(Boolean).join(' · ')}
                  </small>
                </Link>
                <PublicPage form={form} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
