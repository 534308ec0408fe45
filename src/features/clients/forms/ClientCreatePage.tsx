import { Button, Select } from '@mantine/core';
import { IconClipboardText, IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useEvents } from '#hooks/data/session.ts';
import { useBackTo, WithTarget } from '#hooks/data/target.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './ClientForm.module.css';
import { NewClientForm } from './NewClientForm.tsx';
import { QuickAddPage } from '../quickAdd/QuickAddPage.tsx';

/**
 * A new client for the event, or for one of its sessions (specification 1 §2, Client creation). With `?paste` the same
 * routes take pasted rows.
 */
export function ClientCreatePage() {
  const { t } = useTranslation();
  const { id } = useEvent();
  const [query] = useSearchParams();
  if (query.has('paste')) return <QuickAddPage />;
  return (
    <WithTarget nowhere={t('clientCreate.noSession')}>
      {(open, preset) => <Create key={`${id}/${preset?._id ?? ''}`} sessions={open} target={preset} />}
    </WithTarget>
  );
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

function Create({ sessions, target }: { sessions: readonly Session[]; target: Session | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  const events = useEvents() ?? [];
  const back = useBackTo(target);
  const here = event === null ? '' : format.title(event);
  const choices = events.map((one) => ({ value: one.id, label: format.title(one) }));
  return (
    <Page title={t('clientCreate.title')} back={back} narrow>
      <div className={classes.top}>
        <Select
          label={t('clientCreate.event')}
          data={
            choices.some(({ value }) => value === id) ? choices : [{ value: id, label: here }, ...choices]
          }
          value={id}
          searchable={choices.length > 8}
          onChange={(chosen) => {
            if (chosen !== null && chosen !== id) void navigate(hrefs.clientNew(chosen));
          }}
        />
        <div className={classes.links}>
          <Button
            variant="default"
            component={Link}
            to={hrefs.clientPaste(id, target?._id)}
            leftSection={<IconClipboardText {...icon} />}
          >
            {t('clientCreate.pasteLink')}
          </Button>
          <Button
            variant="default"
            component={Link}
            to={target === null ? hrefs.clientImport(id) : hrefs.sessionClientImport(id, target._id)}
            leftSection={<IconFileImport {...icon} />}
          >
            {t('clientCreate.importLink')}
          </Button>
        </div>
      </div>
      <NewClientForm sessions={sessions} target={target} />
    </Page>
  );
}
