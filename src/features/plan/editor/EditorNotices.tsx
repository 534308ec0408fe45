import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { sharedTableNumbers } from '#domain/plan/numbers.ts';
import { useNamesOf } from './useNamesOf.ts';
import type { PlanSaving } from './usePlanSaving.ts';
import { useTablesOf } from './useTablesOf.ts';

interface NoticesProps {
  saving: PlanSaving;
  /** Something is under a finger: what is said waits, or the canvas would move away from under it. */
  frozen: boolean;
}

/** What an editor must know before going on. */
export const EditorNotices = memo(Notices, (_before, { frozen }) => frozen);

function Notices({ saving }: NoticesProps) {
  const { t } = useTranslation();
  const namesOf = useNamesOf();
  const { cleared, restored, dirty, overruled, state, reset } = saving;
  const tablesOf = useTablesOf();
  const numbers = sharedTableNumbers(state.plan).join(', ');
  const warn = { color: 'amber', mb: 'sm', icon: <IconAlertTriangle aria-hidden /> } as const;
  return (
    <>
      {restored && dirty && (
        <Alert color="gray" mb="sm" icon={<IconInfoCircle aria-hidden />} role="status">
          <Group gap="sm">
            {t('planEditor.draftRestored')}
            <Button size="compact-sm" variant="default" onClick={reset}>
              {t('planEditor.draftDiscard')}
            </Button>
          </Group>
        </Alert>
      )}
      {saving.outdated && (
        <Alert {...warn}>
          <Group gap="sm">
            {t('planEditor.draftOutdated')}
            <Button size="compact-sm" variant="default" onClick={saving.takeOutdated}>
              {t('planEditor.draftTake')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={saving.dropOutdated}>
              {t('planEditor.draftDiscard')}
            </Button>
          </Group>
        </Alert>
      )}
      {overruled !== null && (
        <Alert {...warn}>
          <Group gap="sm">
            {t('planEditor.overruled', tablesOf(overruled))}
            <Button size="compact-sm" variant="default" onClick={saving.takeTheirs}>
              {t('planEditor.takeTheirs')}
            </Button>
          </Group>
        </Alert>
      )}
      {numbers !== '' && <Alert {...warn}>{t('planEditor.error.unsavable', { numbers })}</Alert>}
      {cleared.length > 0 && (
        <Alert {...warn}>{t('planEditor.cleared', { count: cleared.length, names: namesOf(cleared) })}</Alert>
      )}
    </>
  );
}
