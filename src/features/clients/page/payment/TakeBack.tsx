import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Outcome } from '#data/types.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';

interface TakeBackProps {
  /** What is done; `of`: with the amount, for screen readers. */
  label: string;
  of: string;
  /** The question before. */
  children: ReactNode;
  act: () => Outcome<unknown>;
}

/** Takes back what was noted of money, once somebody has confirmed it. */
export function TakeBack({ label, of, children, act }: TakeBackProps) {
  const { busy, run } = useAction();
  const [asks, setAsks] = useState(false);
  async function confirm(): Promise<void> {
    await run(act);
    setAsks(false);
  }
  return (
    <>
      <Button variant="default" aria-label={of} onClick={() => setAsks(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={label}
        confirmLabel={label}
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsks(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
