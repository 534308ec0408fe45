import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './LoginPage.module.css';

/** Why it failed. The element is there before: screen readers tell only of what changes within it. */
export function FormFailure({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} role="alert" className={classes.failure}>
      {children !== null && (
        <>
          <IconAlertCircle size={18} aria-hidden />
          <div>{children}</div>
        </>
      )}
    </div>
  );
}
