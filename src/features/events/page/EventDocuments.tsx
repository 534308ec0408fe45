import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TEMPLATE_TYPES, type Template } from '#domain/commands/templates.ts';
import { isUsed } from '#domain/notifications/papers.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useNotifKind, useNotifName } from '#hooks/data/messageWords.ts';
import { useSyncOf } from '#hooks/data/session.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import classes from './EventDetails.module.css';
import { FormList } from './FormList.tsx';

/** Forms, messages and templates, as links to their editors: two by two, for they belong together so. */
export function EventDocuments() {
  return (
    <div className={classes.documents}>
      <FormList />
      <NotifList />
      <TemplateList kind="invitation" />
      <TemplateList kind="invoice" />
    </div>
  );
}

/** The event's messages (EVENT-05), and the way to a new one. */
function NotifList() {
  const { t } = useTranslation();
  const { id } = useEvent();
  const nameOf = useNotifName();
  const kindOf = useNotifKind();
  const notifs = [...useLive((store) => store.documents('notif')).values()]
    .filter(({ notifType }) => notifType !== 'deleted')
    .sort((a, b) => (b.metadata.createdAt ?? 0) - (a.metadata.createdAt ?? 0));
  return (
    <div id="messages">
      <Section
        title={t('event.messages')}
        flush
        aside={
          <Anchor component={Link} to={hrefs.notifNew(id)}>
            {t('notifs.add')}
          </Anchor>
        }
      >
        {notifs.length === 0 ? (
          <Nothing>{t('notifs.none')}</Nothing>
        ) : (
          <ul className={classes.links}>
            {notifs.map((notif) => (
              <li key={notif._id}>
                <Link to={hrefs.eventNotif(id, notif._id)}>
                  {nameOf(notif)}
                  <small>{kindOf(notif)}</small>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

/** The event's templates of one kind (EVENT-06), and the way to a new one. */
function TemplateList({ kind }: { kind: TemplateKind }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const areHere = useSyncOf(({ databases }) => databases.some((one) => one.id === id && one.templates));
  const templates = [...useLive((store) => store.documents(TEMPLATE_TYPES[kind])).values()].sort((a, b) =>
    `${a.language} ${a.paymentType}`.localeCompare(`${b.language} ${b.paymentType}`),
  );
  const isInvitation = kind === 'invitation';
  const list = (
    <Section
      title={t(isInvitation ? 'templates.invitations' : 'templates.invoices')}
      flush
      aside={
        <Group gap="md">
          {!isInvitation && (
            <>
              <Anchor component={Link} to={hrefs.money(id)}>
                {t('screens.money')}
              </Anchor>
              <Anchor component={Link} to={hrefs.statement(id)}>
                {t('screens.statement')}
              </Anchor>
            </>
          )}
          <Anchor component={Link} to={isInvitation ? hrefs.invitationNew(id) : hrefs.invoiceNew(id)}>
            {t(isInvitation ? 'templates.newInvitation' : 'templates.newInvoice')}
          </Anchor>
        </Group>
      }
    >
      {templates.length === 0 ? (
        <Nothing>{t(areHere ? 'templates.none' : 'templates.noneHere')}</Nothing>
      ) : (
        <ul className={classes.links}>
          {templates.map((template) => (
            <li key={template._id}>
              <Link to={isInvitation ? hrefs.invitation(id, template._id) : hrefs.invoice(id, template._id)}>
                {[
                  t(`languages.${template.language}`),
                  isInvitation ? null : t(`paymentTypes.${template.paymentType ?? 'none'}`),
                ]
                  .filter(Boolean)
                  .join(' · ')}
                <small>
                  {isUsed<Template>(kind, template, templates)
                    ? t('templates.boxes', { count: template.refs.length })
                    : t('templates.notUsed')}
                </small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
  // The menu leads to the first of both.
  return <div id={isInvitation ? 'templates' : undefined}>{list}</div>;
}
