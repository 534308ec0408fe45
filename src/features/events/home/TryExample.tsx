import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ownTimeZone } from '#domain/days.ts';
import { newId } from '#data/newId.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { hrefs } from '#ui/paths.ts';

/** Makes an event with made-up guests and leads there. A second try goes on with the same event. */
export function TryExample() {
  const { t } = useTranslation();
  const data = useAppData();
  const navigate = useNavigate();
  const { busy, run } = useAction();
  const [eventId] = useState(newId);

  async function make(): Promise<void> {
    const today = new Date().setHours(12, 0, 0, 0);
    const made = await run(
      () => data.createExample({ eventId, today, timeZone: ownTimeZone() }),
      ({ code }) => {
        if (code !== 'offline') return false;
        notify.error(t('eventForm.needsServer'), code);
        return true;
      },
    );
    if (made !== null) await navigate(hrefs.event(made.eventId));
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconSparkles size={18} aria-hidden />}
      onClick={() => void make()}
    >
      {t('home.tryExample')}
    </Button>
  );
}
