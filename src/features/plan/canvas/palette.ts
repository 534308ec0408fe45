import { isDark, rgbOf } from '#domain/colour.ts';

/** Colours of a plan; a canvas cannot read the theme's CSS variables. */
export interface Palette {
  ground: string;
  edge: string;
  table: string;
  line: string;
  label: string;
  /** On a table with a colour of its own, dark or light. */
  labelOnDark: string;
  labelOnLight: string;
  seat: string;
  seatLine: string;
  occupied: string;
  onOccupied: string;
  checkedIn: string;
  onCheckedIn: string;
  source: string;
  onSource: string;
  accent: string;
  /** What is wrong. */
  bad: string;
}

export const LIGHT: Palette = {
  ground: '#ffffff',
  edge: '#d2d8d5',
  table: '#eceeed',
  line: '#8a9490',
  label: '#161c1a',
  labelOnDark: '#ffffff',
  labelOnLight: '#161c1a',
  seat: '#ffffff',
  seatLine: '#8a9490',
  occupied: '#5d6863',
  onOccupied: '#ffffff',
  checkedIn: '#1c7136',
  onCheckedIn: '#ffffff',
  source: '#e6a71f',
  onSource: '#161c1a',
  accent: '#0f766e',
  bad: '#b3261e',
};
const DARK: Palette = {
  ground: '#1f2724',
  edge: '#39433f',
  table: '#2b3430',
  line: '#6a7772',
  label: '#e4e9e7',
  labelOnDark: '#ffffff',
  labelOnLight: '#161c1a',
  seat: '#141817',
  seatLine: '#93a09b',
  occupied: '#b6c0bc',
  onOccupied: '#141817',
  checkedIn: '#52b96b',
  onCheckedIn: '#0a0d0c',
  source: '#f0bf4d',
  onSource: '#161c1a',
  accent: '#2dd4bf',
  bad: '#ff8a80',
};
export const paletteOf = (scheme: 'light' | 'dark'): Palette => (scheme === 'dark' ? DARK : LIGHT);

/** Black or white, whichever can be read on `#rrggbb`. */
export function labelOn(palette: Palette, color: string | null | undefined): string {
  const rgb = rgbOf(color);
  if (rgb === null) return palette.label;
  return isDark(rgb) ? palette.labelOnDark : palette.labelOnLight;
}

/** How a seat is shown (specification 1 §4; PLAN-24). */
export type SeatLook = 'unoccupied' | 'occupied' | 'checkedIn' | 'source';

/** A seat's ground, its ring, and the sign on it. */
export function lookColours(look: SeatLook, palette: Palette): { fill: string; line: string; sign: string } {
  switch (look) {
    case 'unoccupied':
      return { fill: palette.seat, line: palette.seatLine, sign: palette.seatLine };
    case 'occupied':
      return { fill: palette.occupied, line: palette.occupied, sign: palette.onOccupied };
    case 'checkedIn':
      return { fill: palette.checkedIn, line: palette.checkedIn, sign: palette.onCheckedIn };
    case 'source':
      return { fill: palette.source, line: palette.onSource, sign: palette.onSource };
    default:
      return look satisfies never;
  }
}
