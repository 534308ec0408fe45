import { Text, Title } from '@mantine/core';
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

/** What a list shows when there is nothing in it: never a dead end. */
export function EmptyState({ icon: Icon, title, text, action, order = 2 }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      <span className={classes.icon}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <Title order={order} fz="lg">
        {title}
      </Title>
      {text !== undefined && (
        <Text c="dimmed" maw={440}>
          {text}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
