import type { KeyboardEvent, ReactNode, Ref } from 'react';
import type { Plan, PlanTable } from '#domain/documents/session.ts';
import type { Point } from '#domain/plan/geometry.ts';
import type { SeatRef } from '#domain/plan/hit.ts';
import type { Edges, Viewport } from '#domain/plan/viewport.ts';
import type { TableLook } from './drawing.ts';
import type { SeatLook } from './palette.ts';

/** What a pointer does on the plan, in plan units. Exactly one of `up` and `cancel` follows each `down`. */
export interface PlanPointer {
  /**
   * `move` comes with a button or finger down (`pressed`) and, from a mouse or pen, without. `cancel` ends a gesture
   * that came to nothing: a second finger (pinch) or the browser took over; go back to the mark.
   */
  kind: 'down' | 'move' | 'up' | 'cancel';
  point: Point;
  /** CSS pixels from the top left of the view. */
  screen: Point;
  /** Plan units in a CSS pixel. */
  unit: number;
  /** How much closer than the whole plan. */
  zoom: number;
  /** What is under the point, a finger's width around it for touch. Not looked up for a pressed `move`. */
  tableId: string | null;
  seat: SeatRef | null;
  pressed: boolean;
  /** The pointer is outside of the view; only while pressed (PLAN-07). */
  outside: boolean;
  /** On `up`: it hardly moved since `down`. Drags that pan the plan end with `tap: false`. */
  tap: boolean;
  pointerType: string;
  shiftKey: boolean;
  /** Ctrl, or Command on a Mac. */
  ctrlKey: boolean;
  altKey: boolean;
}

export interface PlanCanvasHandle {
  viewport(): Viewport;
  /** Clamped: zoom at least 1, the plan in sight. */
  setViewport(viewport: Viewport): void;
  /** Around the middle of the view. */
  zoomBy(factor: number): void;
  /** Something lies over the view, here in the window: what is brought into sight is brought beside it. */
  cover(over: Edges | null): void;
  /**
   * Brings the point into the middle of what is free of the view, zoomed in at least so far. Without `zoom`, one that is seen
   * already stays where it is.
   */
  reveal(point: Point, zoom?: number): void;
  /** CSS pixels in a plan unit. */
  scale(): number;
  /** From `clientX`, `clientY` to plan units; null outside of the view. For what is dragged in from elsewhere. */
  pointAt(clientX: number, clientY: number): Point | null;
  focus(): void;
}

export interface PlanCanvasProps {
  ref?: Ref<PlanCanvasHandle>;
  plan: Plan;
  /** Of the region, for screen readers. */
  label: string;
  /** Every seat is `unoccupied` without it. Keep its identity while nothing changed. */
  seatLook?: (tableId: string, seatIndex: number) => SeatLook;
  /** Initials in occupied seats, shown when they are large enough to be read. */
  seatText?: (tableId: string, seatIndex: number) => string;
  /** A colour for an occupied seat in place of that of its state; its text says it too. Keep its identity. */
  seatColour?: (tableId: string, seatIndex: number) => string;
  /** Keep its identity while nothing changed. */
  tableLook?: (tableId: string) => TableLook;
  /** Shows which tables are locked. */
  locks?: boolean;
  /** Below the label of a table, such as how many seats are free. Keep its identity while nothing changed. */
  tableNote?: (tableId: string) => string;
  /** Free seats of a table, in figures where its note has no room. Keep its identity while nothing changed. */
  tableFree?: (tableId: string) => number;
  /** How those look who are at a table without a seat of their own. Keep its identity while nothing changed. */
  standing?: (tableId: string) => readonly SeatLook[];
  /** Their colours, as `seatColour` for seats. Keep its identity. */
  standingColour?: (tableId: string) => readonly string[];
  selected?: ReadonlySet<string>;
  /**
   * Tables that are moved, scaled or turned right now, as they are for the moment: drawn above, on a layer of their
   * own, so that the others are not drawn again. An id that the plan does not have is a table to come (movenew).
   */
  transient?: ReadonlyMap<string, PlanTable> | null;
  /** Pictures of image tables, by `image.fileIndex`. */
  images?: ReadonlyMap<number, CanvasImageSource>;
  /** Fills the plan, at opacity 0.7 (PLAN-13). */
  background?: CanvasImageSource | null;
  /**
   * Return true from a `down` to take the gesture: its moves are then yours. Otherwise a drag pans the plan, whatever
   * is under it. `down`, `up`, `cancel` come in both cases.
   */
  onPointer?: (event: PlanPointer) => boolean | void;
  /** Before the canvas reads + - 0 and the arrows; `preventDefault()` keeps the key. */
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  onViewport?: (viewport: Viewport) => void;
  cursor?: string;
  /** Konva nodes in plan units above the tables (guides, handles, a selection box); `unit`: plan units in a CSS pixel. */
  children?: ReactNode | ((unit: number) => ReactNode);
}
