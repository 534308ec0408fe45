import type { Point } from '../geometry.ts';
import type { Frame } from './frame.ts';
import type { WantedSeat } from './pose.ts';
import type { LossCode } from './report.ts';
import { DEFAULT_RADIUS, type PretixRow, type PretixZone } from './schema.ts';

export interface FoundRow {
  number: string;
  label: string;
  /** The row's own position, plan units. */
  at: Point;
  seats: (WantedSeat & { category: string })[];
}

/** The rows of a zone that have seats, in plan units, their seats in the order of their numbers. */
export function seatsOf(
  zone: PretixZone,
  { place, unit }: Frame,
  lose: (code: LossCode, name: string) => void,
): FoundRow[] {
  return zone.rows.flatMap((row): FoundRow[] => {
    const number = row.row_number.trim();
    if (row.seats.length === 0) {
      lose('empty_rows', number);
      return [];
    }
    const seats = ordered(row.seats);
    if (seats.some(({ seat_number }, index) => seat_number.trim() !== String(index + 1))) {
      lose('seat_numbers', number);
    }
    if (seats.some(({ start_direction }) => (start_direction ?? '') !== '')) lose('booking_order', number);
    return [
      {
        number,
        label: (row.row_label ?? '').replaceAll('%s', number).trim(),
        at: place(zone.position, row.position),
        seats: seats.map(({ position, radius, category }) => ({
          at: place(zone.position, row.position, position),
          radius: (radius || DEFAULT_RADIUS) / unit,
          category: category ?? '',
        })),
      },
    ];
  });
}

/** By number where the numbers are those that Foyer gives, 1 to n; else as the file has them. */
function ordered(seats: PretixRow['seats']): PretixRow['seats'] {
  const sorted = seats.toSorted((a, b) => Number(a.seat_number) - Number(b.seat_number));
  return sorted.every(({ seat_number }, index) => Number(seat_number) === index + 1) ? sorted : seats;
}
