import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Forms.module.css';

/** At the end of a row of the form that may go. */
export function RemoveRow({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('common.remove')}>
      <ActionIcon
        className={classes.remove ?? ''}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={name}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
