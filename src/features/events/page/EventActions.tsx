import {
  IconCalendarRepeat,
  IconChartBar,
  IconCopy,
  IconFileImport,
  IconHistory,
  IconPencil,
  IconPercentage,
  IconPlug,
  IconTrash,
  IconUsersPlus,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAppData } from '#hooks/data/appData.tsx';
import { useCan } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { ActionMenu, type ActionItem } from '#ui/components/ActionMenu.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { EVENT_GONE, notify } from '#ui/components/notify.tsx';
import { hrefs } from '#ui/paths.ts';
import { lazyPart } from '#ui/platform/lazyPart.ts';

// Once a year: nobody at a door needs its code.
const CopyEvent = lazyPart(async () => (await import('./CopyEvent.tsx')).CopyEvent);

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The event's action menu for members; managers see Services and the deletion too (specification 1 §2, §6). */
export function EventActions({ eventId, title }: { eventId: string; title: string }) {
  const { t } = useTranslation();
  const isManager = useCan('manager');
  const [deleting, setDeleting] = useState(false);
  const [copying, setCopying] = useState(false);
  const items: ActionItem[] = [
    {
      id: 'update',
      title: t('event.update'),
      to: hrefs.eventUpdate(eventId),
      icon: <IconPencil {...icon} />,
    },
    {
      id: 'clients',
      title: t('event.addClients'),
      to: hrefs.clientNew(eventId),
      icon: <IconUsersPlus {...icon} />,
    },
    {
      id: 'import',
      title: t('imports.title'),
      to: hrefs.clientImport(eventId),
      icon: <IconFileImport {...icon} />,
    },
    {
      id: 'copy',
      title: t('event.copyClients'),
      to: hrefs.clientCopy(eventId),
      icon: <IconCopy {...icon} />,
    },
    { id: 'rate', title: t('event.applyRate'), to: hrefs.rate(eventId), icon: <IconPercentage {...icon} /> },
    {
      id: 'history',
      title: t('event.history'),
      to: hrefs.eventHistory(eventId),
      icon: <IconHistory {...icon} />,
    },
    { id: 'stats', title: t('event.stats'), to: hrefs.stats(eventId), icon: <IconChartBar {...icon} /> },
  ];
  if (isManager) {
    items.push(
      {
        id: 'services',
        title: t('event.services'),
        to: hrefs.services(eventId),
        icon: <IconPlug {...icon} />,
      },
      {
        id: 'copyEvent',
        title: t('event.copyEvent'),
        icon: <IconCalendarRepeat {...icon} />,
        onSelect: () => setCopying(true),
      },
      {
        id: 'delete',
        title: t('event.deleteEvent'),
        icon: <IconTrash {...icon} />,
        danger: true,
        onSelect: () => setDeleting(true),
      },
    );
  }
  return (
    <>
      <ActionMenu items={items} />
      {copying && (
        <Suspense fallback={null}>
          <CopyEvent eventId={eventId} onClose={() => setCopying(false)} />
        </Suspense>
      )}
      {isManager && (
        <DeleteEvent eventId={eventId} title={title} opened={deleting} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

interface DeleteEventProps {
  eventId: string;
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks with the specified words, then deletes for good. */
export function DeleteEvent({ eventId, title, opened, onClose }: DeleteEventProps) {
  const { t } = useTranslation();
  const data = useAppData();
  const navigate = useNavigate();
  const { busy, run } = useAction();

  async function remove(): Promise<void> {
    const done = await run(async () => {
      const result = await data.deleteEvent(eventId);
      return result.ok ? { ok: true as const, value: true } : result;
    });
    onClose();
    if (done === null) return;
    await navigate(hrefs.home(), { replace: true });
    notify.success(t('event.deleted'), EVENT_GONE);
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('event.deleteTitle')}
      confirmLabel={t('event.deleteEvent')}
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {t('event.deleteConfirm', { title })}
    </ConfirmDialog>
  );
}
