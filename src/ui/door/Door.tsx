import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spoken } from '../components/Spoken.tsx';
import classes from './Door.module.css';
import { useFormat } from '../words/useFormat.ts';

/*
 * What check-in and scanner share: a world without menus, dark in both schemes (docs/design.md). Each lays
 * itself out in a class of its own.
 */

const both = (shared: string | undefined, own: string | undefined): string => `${shared} ${own ?? ''}`;

interface DoorWorldProps {
  className: string | undefined;
  /** Where the scanner is in its work; tests wait for it. */
  flow?: string;
  children: ReactNode;
}

/** Covers everything. `className` also sets `--good-ground`. */
export function DoorWorld({ className, flow, children }: DoorWorldProps) {
  return (
    <div className={both(classes.world, className)} data-flow={flow}>
      {children}
    </div>
  );
}

export const DoorTitle = ({ children }: { children: ReactNode }) => (
  <h1 className={classes.title}>{children}</h1>
);

interface DoorCounterProps {
  arrived: number;
  expected: number;
  className?: string | undefined;
}

/** How many are in, of how many. */
export function DoorCounter({ arrived, expected, className }: DoorCounterProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <p className={both(classes.counter, className)}>
      <Spoken>{t('checkin.arrivedOf', { arrived, expected })}</Spoken>
      <strong aria-hidden>{format.number(arrived)}</strong>
      <span aria-hidden>/ {format.number(expected)}</span>
    </p>
  );
}

interface DoorVerdictProps {
  /** Null: nothing to say. Its colour follows. */
  kind: string | null;
  /** Another one is another verdict, even of the same kind. */
  id?: number;
  testId: string;
  className: string | undefined;
  children: ReactNode;
}

/** The verdict, to be read at arm's length; screen readers hear it at once. It never takes a tap. */
export function DoorVerdict({ kind, id, testId, className, children }: DoorVerdictProps) {
  return (
    <div role="alert" className={classes.verdictHost}>
      {kind !== null && (
        <div key={id} className={both(classes.verdict, className)} data-kind={kind} data-testid={testId}>
          {children}
        </div>
      )}
    </div>
  );
}
