import { Button, Loader, VisuallyHidden, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../words/useFormat.ts';

interface MakingButtonProps extends ButtonProps {
  /** How far the file is, 0 to 1; null while none is being made. */
  share: number | null;
  onStart: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** Makes a file without asking anything first; while it does so it says how far it is, and takes the work back. */
export function MakingButton({ share, onStart, onCancel, children, ...button }: MakingButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const isMaking = share !== null;
  return (
    <>
      <Button
        {...button}
        {...(isMaking ? { leftSection: <Loader size={16} color="currentColor" />, disabled: false } : {})}
        onClick={isMaking ? onCancel : onStart}
      >
        {isMaking ? t('exports.cancel', { share: format.percent(share) }) : children}
      </Button>
      <VisuallyHidden role="status">{isMaking && t('exports.running')}</VisuallyHidden>
    </>
  );
}
