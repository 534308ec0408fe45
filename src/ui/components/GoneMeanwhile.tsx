import { Alert } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Somebody else deleted what is open here; what was typed stays in sight. */
export function GoneMeanwhile({ children }: { children: ReactNode }) {
  return (
    <Alert icon={<IconTrash aria-hidden />} color="amber" role="alert" mb="lg">
      {children}
    </Alert>
  );
}
