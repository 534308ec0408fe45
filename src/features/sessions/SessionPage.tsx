import { Button } from '@mantine/core';
import {
  IconArmchair,
  IconDownload,
  IconListNumbers,
  IconQrcode,
  IconUserCheck,
  IconUsersPlus,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { SharedNumbers } from '#hooks/door/sharedNumbers.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { useBackTo, useRouteSession } from '#hooks/data/target.tsx';
import { ActionMenu, type ActionItem } from '#ui/components/ActionMenu.tsx';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { StatusBadge } from '#ui/components/StatusBadge.tsx';
import { StatusSelect } from '#ui/components/StatusSelect.tsx';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { ClientList } from './ClientList.tsx';
import { DoubleEntries, GoneGuests } from './DoorConflicts.tsx';
import { ExportDialog } from './export/ExportDialog.tsx';
import { EXPORT_KINDS, type ExportKind } from './export/useExport.ts';
import classes from './SessionPage.module.css';
import { SessionFigures } from './SessionFigures.tsx';
import { useClientList } from './useClientList.ts';
import { useSelection } from './useSelection.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** One session: figures, actions and its clients (specification 2 §2, Session page). */
export function SessionPage() {
  const session = useRouteSession();
  return session === null ? null : <Loaded session={session} />;
}

function Loaded({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id } = useEvent();
  const back = useBackTo(null);
  const canEdit = useCan('member');
  const title = format.title(session);
  const span = format.span(session.timeStart, session.timeEnd);
  const open = session.status !== 'archived';
  const list = useClientList(session);
  const selection = useSelection(list.roster.guests, list.shown);
  const [exporting, setExporting] = useState<ExportKind | null>(null);
  const registered = useMemo(() => session.clients.map(({ clientId }) => clientId), [session.clients]);
  const exportable = canEdit && list.roster.guests.length > 0;
  useDocumentTitle(title);
  return (
    <Page
      title={title}
      back={back}
      subtitle={
        <>
          {canEdit ? <StatusChange session={session} /> : <StatusBadge status={session.status} />}
          <time>{format.date(session.date)}</time>
          {span !== null && <span data-numeric>{span}</span>}
        </>
      }
      actions={
        <>
          {open && (
            <Button
              component={Link}
              to={hrefs.checkin(id, session._id)}
              leftSection={<IconUserCheck {...icon} />}
            >
              {t('session.checkIn')}
            </Button>
          )}
          {canEdit && open && (
            <Button
              variant="default"
              component={Link}
              to={hrefs.sessionClientNew(id, session._id)}
              leftSection={<IconUsersPlus {...icon} />}
            >
              {t('session.addClients')}
            </Button>
          )}
          <More session={session} onExport={exportable ? setExporting : undefined} />
        </>
      }
    >
      {!open && <p className={classes.archived}>{t('session.archived')}</p>}
      <SessionFigures session={session} />
      <DoubleEntries session={session} />
      <GoneGuests session={session} />
      <SharedNumbers among={registered} />
      <ClientList
        session={session}
        list={list}
        selection={selection}
        onExport={exportable ? () => setExporting('xlsx') : undefined}
      />
      {exporting !== null && (
        <ExportDialog
          session={session}
          list={list}
          selected={selection.ids}
          initial={exporting}
          onClose={() => setExporting(null)}
        />
      )}
    </Page>
  );
}

interface MoreProps {
  session: Session;
  /** Absent for those who may not export, and where there is nobody. */
  onExport?: ((kind: ExportKind) => void) | undefined;
}

function More({ session, onExport }: MoreProps) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const canEdit = useCan('member');
  const hasPlan = session.plan != null;
  const items: ActionItem[] = [];
  if (hasPlan) {
    items.push({
      id: 'plan',
      title: t('session.plan'),
      to: hrefs.plan(id, session._id),
      icon: <IconArmchair {...icon} />,
    });
    items.push({
      id: 'tables',
      title: t('screens.tables'),
      to: hrefs.tables(id, session._id),
      icon: <IconListNumbers {...icon} />,
    });
  }
  if (canEdit && session.status !== 'archived') {
    items.push(
      {
        id: 'planEdit',
        title: t(hasPlan ? 'session.editPlan' : 'session.addPlan'),
        to: hrefs.planEdit(id, session._id),
        icon: <IconArmchair {...icon} />,
      },
      {
        id: 'import',
        title: t('session.importClients'),
        to: hrefs.sessionClientImport(id, session._id),
        icon: <IconUsersPlus {...icon} />,
      },
    );
  }
  if (onExport !== undefined) {
    for (const kind of EXPORT_KINDS) {
      items.push({
        id: kind,
        title: t(`exports.action.${kind}`),
        others: [t('exports.open')],
        icon: kind.startsWith('barcode') ? <IconQrcode {...icon} /> : <IconDownload {...icon} />,
        onSelect: () => onExport(kind),
      });
    }
  }
  return items.length === 0 ? null : <ActionMenu items={items} />;
}

function StatusChange({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  return (
    <StatusSelect
      value={session.status}
      busy={busy}
      label={t('home.statusOf', { title: format.title(session) })}
      onChange={(status) => {
        void run(() => repository.setSessionStatus(session._id, status)).then((saved) => {
          if (saved === null) return;
          notify.success(t('home.statusChanged'));
          void sync.syncNow(id);
        });
      }}
    />
  );
}
