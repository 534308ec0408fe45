import type { PlanTable } from '#domain/documents/session.ts';
import type { SeatLook } from './palette.ts';

/** `marked`: the target of a gesture, or a find. `dimmed`: steps back. `troubled`: in another's way. */
export type TableLook = 'plain' | 'marked' | 'dimmed' | 'troubled';

export interface TableDrawing {
  table: PlanTable;
  label: string;
  /** By seat index. */
  looks: readonly SeatLook[];
  /** Short texts in seats (initials), by seat index; shown where seats are large enough. */
  texts?: readonly string[] | undefined;
  /** Of occupied seats, by seat index, in place of the colour of their state; empty for none. */
  colours?: readonly string[] | undefined;
  /** Below the label, smaller. */
  note?: string;
  /** How many seats are free: figures beside the table where the note has no room. */
  free?: number;
  /** Who is at the table without a seat: points below the label. */
  standing?: readonly SeatLook[];
  /** In place of the colours of their states. */
  standingColours?: readonly string[] | undefined;
  look?: TableLook;
  selected?: boolean;
  /** It cannot be moved: a padlock. */
  locked?: boolean;
  image?: CanvasImageSource | undefined;
}
