import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { committedPlan } from '#domain/plan/editor/model.ts';
import { lostPlaces } from '#domain/plan/editor/problems.ts';
import { sharedTableNumbers } from '#domain/plan/numbers.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useLeaveBlocker } from '#hooks/platform/useLeaving.ts';
import { notify } from '#ui/components/notify.tsx';
import { useNamesOf } from './useNamesOf.ts';
import { useTablesOf } from './useTablesOf.ts';
import type { PlanSaving } from './usePlanSaving.ts';

/**
 * Asks before unsaved work is left. With auto-save leaving saves (readings, no. 10), and asks only when that cannot be
 * done, or would replace what somebody else has saved meanwhile.
 */
export function LeaveGuard({ saving, session }: { saving: PlanSaving; session: Session }) {
  const { t } = useTranslation();
  const namesOf = useNamesOf();
  const { worked, save, overruled } = saving;
  const tablesOf = useTablesOf();
  const { autoSave } = session;
  const held = useLive((store) => store.withHeldPlaces(session._id));
  const blocker = useLeaveBlocker(() => worked);
  const [failed, setFailed] = useState(false);
  const blocked = blocker.state === 'blocked';
  const proceed = blocked ? blocker.proceed : undefined;
  const stay = (): void => {
    setFailed(false);
    if (blocked) blocker.reset();
  };

  const plan = committedPlan(saving.state);
  const numbers = blocked ? sharedTableNumbers(plan).join(', ') : '';
  const unsavable = numbers !== '';
  const lost = blocked ? lostPlaces(held ?? session, plan) : [];

  const saveAndGo = async (): Promise<void> => {
    const done = await save(true);
    setFailed(!done);
    if (!done) return;
    // Nobody was asked, and the editor's own notice is left behind with it.
    if (autoSave && lost.length > 0) {
      notify.info(t('planEditor.cleared', { count: lost.length, names: namesOf(lost) }));
    }
    proceed?.();
  };
  const silent = blocked && autoSave && overruled === null;
  useEffect(() => {
    if (silent) void saveAndGo();
    // Once for each time that somebody leaves.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [silent]);

  return (
    <Modal
      opened={blocked && (!silent || failed)}
      onClose={stay}
      title={t('common.leaveTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="xs" mb="lg">
        <Text>{t('planEditor.leaveText')}</Text>
        {overruled !== null && <Text>{t('planEditor.overruled', tablesOf(overruled))}</Text>}
        {unsavable && <Text>{t('planEditor.error.unsavable', { numbers })}</Text>}
        {lost.length > 0 && (
          <Text>{t('planEditor.leaveLose', { count: lost.length, names: namesOf(lost) })}</Text>
        )}
      </Stack>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={stay} data-autofocus>
          {t('common.stay')}
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
        <Button disabled={unsavable} loading={saving.busy} onClick={() => void saveAndGo()}>
          {t(lost.length > 0 ? 'planEditor.loseSave' : 'planEditor.save')}
        </Button>
      </Group>
    </Modal>
  );
}
