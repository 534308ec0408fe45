import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLive } from '#hooks/data/event.tsx';
import { useFileMaking } from '#hooks/files/fileMaking.ts';
import { fileName } from '#domain/text/fileName.ts';
import { MakingButton } from '#ui/files/MakingButton.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { allClientsSheet } from './allClientsSheet.ts';
import type { AllClients } from './useAllClients.ts';

interface ExportAllProps {
  list: AllClients;
  /** Those who are chosen; all that the list shows where nobody is. */
  selected: ReadonlySet<string>;
}

/** The list as it is shown, or who is chosen of it, as an Excel workbook. */
export function ExportAll({ list, selected }: ExportAllProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const event = useLive((store) => store.event());
  const forms = useLive((store) => store.documents('form'));
  const { share, cancel, start } = useFileMaking();

  function save(): void {
    const guests =
      selected.size === 0 ? list.shown : list.roster.guests.filter(({ clientId }) => selected.has(clientId));
    const clients = guests.flatMap(({ client }) => client ?? []);
    const titleOf = format.titlesAmong(list.sessions);
    const titles = new Map(list.sessions.map((session) => [session._id, titleOf(session)]));
    const sheet = allClientsSheet(
      clients,
      list.detailsOf,
      (id) => titles.get(id) ?? '',
      [...forms.values()],
      t,
    );
    const isAll = guests.length === list.roster.guests.length;
    const what = isAll ? t('screens.clients') : t('session.shown', { count: clients.length });
    const title = event === null ? '' : format.title(event);
    void start({
      async make(inWorker) {
        const blob = await inWorker({ kind: 'xlsx', sheets: [sheet], now: Date.now() });
        return { blob, name: `${fileName(title, what)}.xlsx` };
      },
      done: (name) => t('exports.done', { name }),
      onSaved: () => undefined,
    });
  }
  return (
    <MakingButton
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
      share={share}
      onStart={save}
      onCancel={cancel}
    >
      {selected.size === 0 ? t('allClients.export') : t('allClients.exportSome', { count: selected.size })}
    </MakingButton>
  );
}
