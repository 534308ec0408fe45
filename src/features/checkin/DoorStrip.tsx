import { IconChevronDown } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import classes from './Checkin.module.css';

interface DoorStripProps {
  icon: ReactNode;
  /** What there is to know, in one line. */
  text: string;
  /** Nobody has to do anything about it any more. */
  isDone?: boolean;
  /** Its list: nothing is shown while there is none. */
  count: number;
  /** It has come by itself, so many pixels high, and moves what is below it. */
  onGrown: (height: number) => void;
  /** The lines of the list. */
  children: ReactNode;
}

/** What those at a door must know of some guests: a line above the list, with them behind it. */
export function DoorStrip({ icon, text, isDone = false, count, onGrown, children }: DoorStripProps) {
  const [open, setOpen] = useState(false);
  const strip = useRef<HTMLElement>(null);
  const isThere = count > 0;
  const wasThere = useRef(isThere);

  useLayoutEffect(() => {
    if (isThere && !wasThere.current) onGrown(strip.current?.offsetHeight ?? 0);
    wasThere.current = isThere;
  }, [isThere, onGrown]);

  if (!isThere) return null;
  return (
    <section ref={strip} className={classes.doubles}>
      <button
        type="button"
        aria-expanded={open}
        data-done={isDone || undefined}
        onClick={() => setOpen((before) => !before)}
      >
        {icon}
        <span>{text}</span>
        <IconChevronDown size={20} aria-hidden />
      </button>
      {open && <ul>{children}</ul>}
    </section>
  );
}
