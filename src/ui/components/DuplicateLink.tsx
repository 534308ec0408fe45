import { Button } from '@mantine/core';
import { IconCopyPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

/** To something new that begins as this stands. */
export function DuplicateLink({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      leftSection={<IconCopyPlus size={18} stroke={1.7} aria-hidden />}
    >
      {t('common.duplicate')}
    </Button>
  );
}
