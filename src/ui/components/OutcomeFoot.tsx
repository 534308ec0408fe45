import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './OutcomeFoot.module.css';

interface OutcomeFootProps {
  /** What will be done; null where nothing would be. */
  ready: ReactNode;
  /** What stays out, and why. */
  skipped: ReactNode;
  /** What else is to be known before. */
  aside?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** The end of a list that is to be added: what would come of it, read out when it changes, and the buttons. */
export function OutcomeFoot({ ready, skipped, aside = null, children }: OutcomeFootProps) {
  return (
    <div className={classes.foot} data-foot>
      <div className={classes.outcome} role="status">
        {ready !== null && (
          <span className={classes.ready}>
            <IconCircleCheck size={18} aria-hidden /> {ready}
          </span>
        )}
        {skipped !== null && (
          <span className={classes.skipped}>
            <IconAlertTriangle size={18} aria-hidden /> <span>{skipped}</span>
          </span>
        )}
        {aside !== null && <span className={classes.aside}>{aside}</span>}
      </div>
      {children}
    </div>
  );
}
