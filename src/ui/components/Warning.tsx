import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, type FocusEvent, type ReactNode } from 'react';
import { useKeptFocus } from '../platform/useKeptFocus.ts';
import classes from './Warning.module.css';

interface WarningProps {
  title: string;
  /** The reason, and what can be done. */
  why?: string;
  /** The list is shown when somebody asks for it. */
  folded?: boolean;
  /** The items of a list. */
  children: ReactNode;
  /** What settles all of them. */
  foot?: ReactNode;
}

/** What somebody has to look at, item by item. */
export function Warning({ title, why, folded = false, children, foot }: WarningProps) {
  const box = useRef<HTMLElement | null>(null);
  /** The item that has the focus; when all are folded they are made anew, and it is gone. */
  const focused = useRef<HTMLElement | null>(null);
  useKeptFocus((item) => {
    if (item === null || item !== focused.current) return;
    const next = item.nextElementSibling?.querySelector('button') ?? box.current?.querySelector('button');
    (next ?? box.current?.querySelector<HTMLElement>('summary, h2'))?.focus();
  });
  const watched = {
    ref: (element: HTMLElement | null) => void (box.current = element),
    className: classes.box,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => void (focused.current = target.closest('li')),
  };
  const head = (
    <>
      <IconAlertTriangle size={18} aria-hidden /> {title}
    </>
  );
  const list = (
    <>
      {why !== undefined && <p className={classes.why}>{why}</p>}
      <ul className={classes.list}>{children}</ul>
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </>
  );
  return folded ? (
    <details {...watched}>
      <summary className={classes.head}>{head}</summary>
      {list}
    </details>
  ) : (
    <section {...watched} aria-label={title}>
      <h2 className={classes.head} tabIndex={-1}>
        {head}
      </h2>
      {list}
    </section>
  );
}

interface WarningItemProps {
  /** The button that settles it, where one can. */
  action?: ReactNode;
  children: ReactNode;
}

/** An item, and beside it what can be done about it; below each other where there is no room. */
export function WarningItem({ action, children }: WarningItemProps) {
  return (
    <li className={classes.item}>
      <span>{children}</span>
      {action}
    </li>
  );
}
