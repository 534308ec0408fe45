import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react';
import { isSameList, useStable } from '#ui/platform/useStable.ts';
import classes from './VirtualTable.module.css';

export interface VirtualTableHandle {
  /** Brings a row into view and puts the focus on what the selector finds in it. */
  focusIn: (index: number, selector: string) => void;
}
interface VirtualTableProps<T> {
  ref?: Ref<VirtualTableHandle>;
  label: string;
  rows: readonly T[];
  /** The same function at each drawing. */
  keyOf: (row: T) => number;
  heightOf: (row: T) => number;
  /** Widths, as in `grid-template-columns`; the table scrolls sideways where there is less than `minWidth` px. */
  columns: string;
  minWidth: number;
  className: string | undefined;
  /** The cells of the head (`columnheader`). */
  head: ReactNode;
  /** The row has `data-problem`. */
  isProblem: (row: T) => boolean;
  /** The cells of a row. */
  children: (row: T) => ReactNode;
}

/** A table in a window of its own. Only the rows near the window exist, so 5,000 are as quick as 50. */
export function VirtualTable<T>(props: VirtualTableProps<T>) {
  const { ref, label, rows, keyOf, heightOf, columns, minWidth, className, head, isProblem, children } =
    props;
  const scroller = useRef<HTMLDivElement>(null);
  // Of as many rows, as high and in the same order, nothing is measured anew.
  const laid = useStable(rows, (a, b) =>
    isSameList(a, b, (one, other) => keyOf(one) === keyOf(other) && heightOf(one) === heightOf(other)),
  );
  const heightAt = (row: Element): number => heightOf(laid[Number(row.getAttribute('data-index'))] as T);
  const list = useVirtualizer({
    count: laid.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(laid[index] as T),
    // One function for the same rows: where it is another, all of them are measured.
    getItemKey: useCallback(
      (index) => (index < laid.length ? keyOf(laid[index] as T) : index),
      [laid, keyOf],
    ),
    // With larger letters rows are higher than they are meant to be.
    measureElement: (row) => (row as HTMLElement).offsetHeight || heightAt(row),
    overscan: 8,
    initialRect: { width: 1000, height: 480 },
  });
  // Other rows may have other heights.
  const measured = useRef(laid);
  useLayoutEffect(() => {
    if (measured.current === laid) return;
    measured.current = laid;
    list.measure();
  }, [list, laid]);
  useImperativeHandle(ref, () => ({
    focusIn(index, selector) {
      list.scrollToIndex(index, { align: 'center' });
      // The row exists after the next frame.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const row = scroller.current?.querySelector(`[aria-rowindex="${index + 2}"]`);
          row?.querySelector<HTMLElement>(selector)?.focus();
        }),
      );
    },
  }));
  return (
    <div
      ref={scroller}
      className={`${classes.scroller} ${className ?? ''}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard too
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        style={{ '--columns': byLetters(columns), minWidth: byLetters(`${minWidth}px`) } as CSSProperties}
      >
        <div role="row" aria-rowindex={1} className={classes.head}>
          {head}
        </div>
        <div role="rowgroup" className={classes.body} style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map((item) => {
            // A list that became shorter is measured after this.
            if (item.index >= rows.length) return null;
            const row = rows[item.index] as T;
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                data-problem={isProblem(row) || undefined}
                className={classes.row}
                ref={list.measureElement}
                data-index={item.index}
                style={{ minHeight: heightOf(row), transform: `translateY(${item.start}px)` }}
              >
                {children(row)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** As wide as it says with letters of the usual size. */
const byLetters = (sizes: string): string =>
  sizes.replaceAll(/(\d+)px/g, (_, px: string) => `${Number(px) / 16}rem`);
