import { Button } from '@mantine/core';
import { IconDownload, IconFilePlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useReadable } from '#hooks/appData.tsx';
import { useEvent, useLive } from '#hooks/event.tsx';
import { useCan } from '#hooks/session.ts';
import { useAction } from '#hooks/useAction.ts';
import { notify } from '#ui/notify.tsx';
import { Section } from '#ui/Page.tsx';
import { ROUTES } from '#ui/paths.ts';
import { saveFile } from '#ui/saveFile.ts';
import { Nothing } from '#ui/Nothing.tsx';
import classes from './ClientPage.module.css';

/** The event's files as PDFs; members can add one. A light copy has no files (architecture, "Light and full"). */
export function FilesTab() {
  const { t } = useTranslation();
  const { sync, repository } = useEvent();
  const canEdit = useCan('member');
  const { busy, run } = useAction();
  const isLight = useReadable(sync).mode === 'light';
  const files = [...useLive((store) => store.documents('file')).values()];

  async function save(fileId: string, name: string): Promise<void> {
    await run(async () => {
      const blob = await repository.fileContent(fileId);
      if (blob === null) notify.info(t('client_display.fileGone'), 'file-gone');
      else await saveFile(blob, /\.pdf$/i.test(name) ? name : `${name}.pdf`);
      return { ok: true, value: null };
    });
  }
  return (
    <>
      {files.length === 0 ? (
        <Nothing framed>{t(isLight ? 'client_display.filesLight' : 'client_display.filesNone')}</Nothing>
      ) : (
        <Section title={t('client_display.tabs.files')} flush>
          <ul className={classes.files}>
            {files.map(({ _id, name }) => (
              <li key={_id}>
                {name}
                <Button
                  variant="default"
                  size="xs"
                  disabled={busy}
                  aria-label={t('client_display.download', { name })}
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={() => void save(_id, name)}
                >
                  PDF
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {canEdit && (
        <div className={classes.fileFoot}>
          <Button
            variant="default"
            component={Link}
            to={ROUTES.documentNew.path}
            leftSection={<IconFilePlus size={18} aria-hidden />}
          >
            {t('client_display.addFile')}
          </Button>
        </div>
      )}
    </>
  );
}
