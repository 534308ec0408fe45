import type { ReactNode } from 'react';
import classes from './Nothing.module.css';

interface NothingProps {
  /** With a border of its own, where no surface is around it. */
  framed?: boolean;
  /** `status` where the words change while somebody waits. */
  role?: 'status';
  children: ReactNode;
}

/** In place of a list: why there is nothing in it. */
export function Nothing({ framed, role, children }: NothingProps) {
  return (
    <p className={classes.nothing} data-framed={framed || undefined} role={role}>
      {children}
    </p>
  );
}
