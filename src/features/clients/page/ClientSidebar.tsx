import { Anchor, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#domain/documents/client.ts';
import { dialled } from '#domain/text/dialled.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useReadableRemarks } from '#hooks/door/remarks.ts';
import { useCan } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { BreakingAddress, DetailList } from '#ui/components/DetailList.tsx';
import classes from './ClientPage.module.css';
import { RegistrationStatus } from './RegistrationStatus.tsx';
import type { TabProps } from './tabProps.ts';

/** Who it is, the registration's status, and the covid flag. */
export function ClientSidebar({ client, consumer }: TabProps) {
  const { t } = useTranslation();
  const canEdit = useCan('member');
  const readable = useReadableRemarks();
  // All that a host's device knows of a registration (readings, no. 41).
  const canceled = useLive((store) => store.isCanceled(client._id));
  const former = client.formerNumbers ?? [];
  return (
    <aside className={classes.sidebar} aria-label={t('client_display.about')}>
      {consumer !== null ? (
        <RegistrationStatus consumer={consumer} canEdit={canEdit} />
      ) : canEdit ? (
        <p className={classes.hint}>{t('client_display.noConsumer')}</p>
      ) : (
        canceled && (
          <DetailList
            items={[{ label: t('client_display.status'), value: t('consumerStatuses.canceled') }]}
          />
        )
      )}
      <DetailList
        items={[
          ...(former.length === 0 ? [] : [{ label: t('numbers.former'), value: former.join(', ') }]),
          { label: t('client.company'), value: client.company },
          { label: t('client.category'), value: t(`categories.${client.category}`) },
          { label: t('client.language'), value: t(`languages.${client.language}`) },
          {
            label: t('client.email'),
            value: client.email && (
              <Anchor href={`mailto:${client.email}`}>
                <BreakingAddress address={client.email} />
              </Anchor>
            ),
          },
          {
            label: t('client.phone'),
            value: client.phone && <Anchor href={`tel:${dialled(client.phone)}`}>{client.phone}</Anchor>,
          },
          {
            label: t('client_display.adminContact'),
            value: client.adminContact === true ? t('common.yes') : contactText(client.adminContact),
          },
          ...(readable.diet ? [{ label: t('client.diet'), value: client.diet }] : []),
          ...(readable.notes ? [{ label: t('client.notes'), value: client.notes }] : []),
        ]}
      />
      {canEdit && <Covid client={client} />}
    </aside>
  );
}

/** Its shape is not specified: a text, or an object of texts. */
function contactText(contact: unknown): string | null {
  if (typeof contact === 'string') return contact;
  if (contact === null || typeof contact !== 'object') return null;
  return Object.values(contact)
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .join('\n');
}

function Covid({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const { run } = useAction();
  // What was just clicked is seen at once, and the box stays where the keyboard is: a disabled one loses the focus.
  const [wanted, setWanted] = useState<boolean | null>(null);
  return (
    <Checkbox
      label={t('client_display.covid')}
      checked={wanted ?? client.covid === true}
      onChange={(change) => {
        const covid = change.currentTarget.checked;
        setWanted(covid);
        void run(() => repository.setCovid(client._id, covid)).then((saved) => {
          setWanted((newest) => (newest === covid ? null : newest));
          if (saved !== null) void sync.syncNow(id);
        });
      }}
    />
  );
}
