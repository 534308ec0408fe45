import { Button } from '@mantine/core';
import { IconSparkles, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAppData } from '#hooks/data/appData.tsx';
import { useCan } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { EVENT_GONE, notify } from '#ui/components/notify.tsx';
import { hrefs } from '#ui/paths.ts';
import classes from './ExampleNote.module.css';

/** Says that the people are made up. Whoever may delete events removes it with one tap: nothing in it is worth a question. */
export function ExampleNote({ eventId }: { eventId: string }) {
  const { t } = useTranslation();
  const data = useAppData();
  const navigate = useNavigate();
  const isManager = useCan('manager');
  const { busy, run } = useAction();

  async function remove(): Promise<void> {
    const done = await run(async () => {
      const result = await data.deleteEvent(eventId);
      return result.ok ? { ok: true as const, value: true } : result;
    });
    if (done === null) return;
    await navigate(hrefs.home(), { replace: true });
    notify.success(t('event.exampleRemoved'), EVENT_GONE);
  }
  return (
    <aside data-screen-only className={classes.root} aria-label={t('event.example')}>
      <IconSparkles size={18} aria-hidden />
      <p>
        <strong>{t('event.example')}</strong> {t('event.exampleWhy')}
      </p>
      {isManager && (
        <Button
          variant="default"
          size="xs"
          loading={busy}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void remove()}
        >
          {t('event.exampleRemove')}
        </Button>
      )}
    </aside>
  );
}
