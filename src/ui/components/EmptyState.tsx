import type { ComponentType, ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;
  title: string;
  text?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  order?: 1 | 2 | 3;
}

/**
 * What a list shows when there is nothing in it: never a dead end. Of plain elements, because the page that says that something
 * broke is made of it, and comes before all components.
 */
export function EmptyState({ icon: Icon, title, text, action, order = 2 }: EmptyStateProps) {
  const Heading = `h${order}` as const;
  return (
    <div className={classes.root}>
      <span className={classes.icon}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <Heading className={classes.title}>{title}</Heading>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
