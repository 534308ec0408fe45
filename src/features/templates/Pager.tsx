import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface PagerProps {
  page: number;
  count: number;
  onTurn: (page: number) => void;
}

/** A page back, a page forward (TPL-13). */
export function Pager({ page, count, onTurn }: PagerProps) {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('templates.previousPage')}
        disabled={page === 0}
        onClick={() => onTurn(page - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <span data-numeric aria-live="polite">
        {t('templates.page', { page: page + 1, count })}
      </span>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('templates.nextPage')}
        disabled={page >= count - 1}
        onClick={() => onTurn(page + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
