import { Alert, Anchor } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '#ui/draft.ts';

/** Says that what is shown was typed on an earlier visit, and offers to begin anew. */
export function DraftNotice({ draft }: { draft: Pick<Draft<unknown>, 'restored' | 'discard'> }) {
  const { t } = useTranslation();
  if (!draft.restored) return null;
  return (
    <Alert icon={<IconHistory aria-hidden />} color="ink" role="status" mb="lg">
      {t('eventForm.draftRestored')}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={draft.discard}>
        {t('eventForm.draftDiscard')}
      </Anchor>
    </Alert>
  );
}
