import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import classes from './OutdatedNotice.module.css';
import { UpdatesContext } from './UpdatePrompt.tsx';

interface OutdatedNoticeProps {
  title: string;
  text: string;
  /** It is this app that is to be updated. */
  updatable?: boolean;
}

/** Says that two versions do not go together, and offers the newer app where that helps. */
export function OutdatedNotice({ title, text, updatable = false }: OutdatedNoticeProps) {
  return (
    <aside className={classes.notice} role="status">
      <IconAlertTriangle size={20} aria-hidden />
      <div className={classes.text}>
        <strong>{title}</strong>
        <span>{text}</span>
      </div>
      {updatable && <UpdateButton />}
    </aside>
  );
}

function UpdateButton() {
  const { t } = useTranslation();
  const updates = use(UpdatesContext);
  const { busy, run } = useAction();
  // The new version may be there already: then it is offered without a further word.
  useEffect(() => void updates?.look(), [updates]);
  if (updates === null) return null;
  return (
    <Button
      size="xs"
      loading={busy}
      onClick={() =>
        void run(async () => ({ ok: true, value: await updates.want() })).then((found) => {
          if (found === false) notify.info(t('pwa.updateNone'), 'update');
        })
      }
    >
      {t('pwa.updateGet')}
    </Button>
  );
}
