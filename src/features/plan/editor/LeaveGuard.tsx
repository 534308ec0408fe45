import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import type { PlanSaving } from './usePlanSaving.ts';

/**
 * Asks before unsaved work is left. With auto-save leaving saves (readings, no. 10), and asks only when that cannot be
 * done.
 */
export function LeaveGuard({ saving, autoSave }: { saving: PlanSaving; autoSave: boolean }) {
  const { t } = useTranslation();
  const { dirty, save } = saving;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const [failed, setFailed] = useState(false);
  const blocked = blocker.state === 'blocked';
  const proceed = blocked ? blocker.proceed : undefined;
  const stay = blocked ? blocker.reset : undefined;

  useEffect(() => {
    if (!dirty) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  const saveAndGo = async (): Promise<void> => {
    const done = await save(true);
    setFailed(!done);
    if (done) proceed?.();
  };
  const silent = blocked && autoSave;
  useEffect(() => {
    if (silent) void saveAndGo();
    // Once for each time that somebody leaves.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [silent]);

  return (
    <Modal
      opened={blocked && (!autoSave || failed)}
      onClose={() => stay?.()}
      title={t('planEditor.leaveTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="lg">{t('planEditor.leaveText')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => stay?.()} data-autofocus>
          {t('planEditor.stay')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            saving.forget();
            proceed?.();
          }}
        >
          {t('planEditor.leave')}
        </Button>
        <Button onClick={() => void saveAndGo()}>{t('planEditor.save')}</Button>
      </Group>
    </Modal>
  );
}
