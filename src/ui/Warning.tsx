import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Warning.module.css';

interface WarningProps {
  title: string;
  /** The list is shown when somebody asks for it. */
  folded?: boolean;
  /** The items of a list. */
  children: ReactNode;
}

/** What somebody has to look at, item by item. */
export function Warning({ title, folded = false, children }: WarningProps) {
  const head = (
    <>
      <IconAlertTriangle size={18} aria-hidden /> {title}
    </>
  );
  const list = <ul className={classes.list}>{children}</ul>;
  return folded ? (
    <details className={classes.box}>
      <summary className={classes.head}>{head}</summary>
      {list}
    </details>
  ) : (
    <section className={classes.box} aria-label={title}>
      <h2 className={classes.head}>{head}</h2>
      {list}
    </section>
  );
}
