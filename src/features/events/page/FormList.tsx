import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Form } from '#domain/documents/form.ts';
import { publicLink } from '#domain/forms/publicLink.ts';
import { formsThatHold } from '#domain/forms/versions.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { Nothing } from '#ui/components/Nothing.tsx';
import { notify } from '#ui/components/notify.tsx';
import { Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import classes from './EventDetails.module.css';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The forms with which guests register, each with the way to its editor and to its public page (EVENT-04). */
export function FormList() {
  const { t } = useTranslation();
  const { id } = useEvent();
  const forms = formsThatHold(useLive((store) => store.documents('form')));
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
                  <small>{t(`languages.${form.language}`)}</small>
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

/** To look at, and to pass on. */
function PublicPage({ form: { name, accessId } }: { form: Form }) {
  const { t } = useTranslation();
  if (accessId == null) return null;
  const link = publicLink(accessId, location.origin);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(link);
    notify.success(t('forms.copied'));
  }
  return (
    <>
      {/* Browsers have no clipboard on a page without TLS. */}
      {'clipboard' in navigator && (
        <Tooltip label={t('forms.copyLink')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('forms.copyLinkOf', { name })}
            onClick={() => void copy()}
          >
            <IconCopy {...icon} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('forms.publicPage')}>
        <ActionIcon
          component="a"
          href={link}
          target="_blank"
          rel="noopener"
          variant="subtle"
          color="gray"
          aria-label={t('forms.publicPageOf', { name })}
        >
          <IconExternalLink {...icon} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
