import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react';
import { type DrawnRow, rowsOnPaper, usePrinting } from '#ui/platform/usePrinting.ts';
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
  const { ref, label, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { laid, ...options } = useRowOptions(props);
  const list = useVirtualizer({
    ...options,
    getScrollElement: () => scroller.current,
    initialRect: { width: 1000, height: 480 },
  });
  useMeasured(list, laid);
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
      <Rows {...props} list={list} />
    </div>
  );
}

/** The same as a part of the page, which scrolls it. */
export function PageTable<T>(props: Omit<VirtualTableProps<T>, 'ref'>) {
  const { rows, className } = props;
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const { laid, ...options } = useRowOptions(props);
  const list = useWindowVirtualizer<Element>({
    ...options,
    scrollMargin: top,
    // Rows are measured when the page is painted: while it is drawn the list takes it to be where the page before was
    // left, and would put it back there for rows that are higher than expected.
    measureElement: (row, painted, known) =>
      painted === undefined
        ? (known.measurementsCache[Number(row.getAttribute('data-index'))]?.size ??
          options.measureElement(row))
        : options.measureElement(row),
  });
  useMeasured(list, laid);
  // What stands above it may be more than before.
  useLayoutEffect(() => {
    if (body.current !== null) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
  }, [rows]);
  return (
    <div className={className}>
      <Rows {...props} list={list} body={body} />
    </div>
  );
}

function useRowOptions<T>({ rows, keyOf, heightOf }: VirtualTableProps<T>) {
  // Of as many rows, as high and in the same order, nothing is measured anew.
  const laid = useStable(rows, (a, b) =>
    isSameList(a, b, (one, other) => keyOf(one) === keyOf(other) && heightOf(one) === heightOf(other)),
  );
  const heightAt = (row: Element): number => heightOf(laid[Number(row.getAttribute('data-index'))] as T);
  return {
    laid,
    count: laid.length,
    estimateSize: (index: number) => heightOf(laid[index] as T),
    // One function for the same rows: where it is another, all of them are measured.
    getItemKey: useCallback(
      (index: number) => (index < laid.length ? keyOf(laid[index] as T) : index),
      [laid, keyOf],
    ),
    // With larger letters rows are higher than they are meant to be.
    measureElement: (row: Element) => (row as HTMLElement).offsetHeight || heightAt(row),
    overscan: 8,
  };
}

/** Other rows may have other heights. */
function useMeasured(list: { measure(): void }, laid: unknown): void {
  const measured = useRef(laid);
  useLayoutEffect(() => {
    if (measured.current === laid) return;
    measured.current = laid;
    list.measure();
  }, [list, laid]);
}

interface RowsProps<T> extends VirtualTableProps<T> {
  list: Virtualizer<HTMLDivElement, Element> | Virtualizer<Window, Element>;
  body?: Ref<HTMLDivElement>;
}

function Rows<T>(props: RowsProps<T>) {
  const { list, body, label, rows, heightOf, columns, minWidth, head, isProblem, children } = props;
  const { scrollMargin } = list.options;
  const printing = usePrinting();
  const shown: readonly DrawnRow[] = printing ? rowsOnPaper(rows.length) : list.getVirtualItems();
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={{ '--columns': byLetters(columns), minWidth: byLetters(`${minWidth}px`) } as CSSProperties}
    >
      <div role="row" aria-rowindex={1} className={classes.head}>
        {head}
      </div>
      <div
        ref={body}
        role="rowgroup"
        className={classes.body}
        style={printing ? undefined : { height: list.getTotalSize() }}
      >
        {shown.map((item) => {
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
              ref={item.start === undefined ? null : list.measureElement}
              data-index={item.index}
              style={
                item.start === undefined
                  ? {}
                  : { minHeight: heightOf(row), transform: `translateY(${item.start - scrollMargin}px)` }
              }
            >
              {children(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** As wide as it says with letters of the usual size. */
const byLetters = (sizes: string): string =>
  sizes.replaceAll(/(\d+)px/g, (_, px: string) => `${Number(px) / 16}rem`);
