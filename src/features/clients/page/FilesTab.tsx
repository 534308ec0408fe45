import { Button, Text } from '@mantine/core';
import { IconDownload, IconFilePlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCan } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { Section } from '#ui/components/Page.tsx';
import { ROUTES } from '#ui/paths.ts';
import { saveFile } from '#ui/files/saveFile.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { useFiles } from '#hooks/data/files.ts';
import classes from './ClientPage.module.css';

/** The event's files as PDFs; members can add one (specification 1 §2, Client display). */
export function FilesTab() {
  const { t } = useTranslation();
  const canEdit = useCan('member');
  const { busy, run } = useAction();
  const { list, missing, content } = useFiles();

  async function save(fileId: string, name: string): Promise<void> {
    await run(
      async () => {
        const got = await content(fileId);
        if (got.ok) await saveFile(got.value, /\.pdf$/i.test(name) ? name : `${name}.pdf`);
        return got;
      },
      ({ code }) => {
        if (code !== 'not_found') return false;
        notify.info(t('client_display.fileGone'), 'file-gone');
        return true;
      },
    );
  }
  return (
    <>
      {list.length === 0 ? (
        <Nothing framed>
          {missing === 'loading'
            ? t('client_display.filesLoading')
            : t(missing === 'server' ? 'client_display.filesLight' : 'client_display.filesNone')}
        </Nothing>
      ) : (
        <Section title={t('client_display.tabs.files')} flush>
          <ul className={classes.files}>
            {list.map(({ _id, name }) => (
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
          {missing === 'server' && (
            <Text size="sm" c="dimmed" className={classes.filesNote}>
              {t('client_display.filesLight')}
            </Text>
          )}
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
