import type { SeatRef } from '#domain/plan/hit.ts';

/** What is looked at. */
export type Focus =
  | ((
      | {
          kind: 'seat';
          seat: SeatRef;
          /** Somebody sat there when it was picked. */
          wasTaken: boolean;
        }
      | {
          kind: 'table';
          tableId: string;
          /** Of a seat that was picked, and whose guest left it: nothing moves because of that. */
          isLeft?: true;
          /** Where somebody on the way may go. */
          isTarget?: true;
        }
    ) & {
      /** Somebody looked for it: it comes close. */
      isFound?: true;
    })
  | null;

/** Who is on the way to a seat. */
export type Carry =
  /** The client, and the others of the party when they come along. */
  { kind: 'place'; clientId: string; party: readonly string[] } | { kind: 'swap'; clientId: string } | null;

/** What somebody is dropped on. */
export type DropTarget = { kind: 'seat'; seat: SeatRef } | { kind: 'table'; tableId: string };
