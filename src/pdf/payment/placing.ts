import type { BillParty } from '#domain/templates/paymentCode.ts';
import { MM } from '../document.ts';
import { qrCode } from '../qr.ts';
import type { OwnText } from '../template/ownPage.ts';

export const PAGE = { width: 210 * MM, height: 297 * MM };

interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** In millimetres from the upper left corner of the page. */
export const textAt = (
  { x, y, width, height }: Spot,
  text: string,
  size: number,
  weight: 'regular' | 'bold' = 'regular',
): OwnText => ({
  ...{ text, size, weight },
  place: {
    left: x * MM,
    bottom: PAGE.height - (y + height) * MM,
    width: width * MM,
    height: height * MM,
  },
});

/** A code without its white margin: what is around it leaves room. */
export function codeAt(text: string, { x, y, side }: { x: number; y: number; side: number }): string {
  const { size, runs } = qrCode(text);
  const unit = (side * MM) / size;
  const path = runs.map((run) => `${run.x} ${run.y} ${run.length} 1 re`).join(' ');
  const origin = `${(x * MM).toFixed(3)} ${(PAGE.height - y * MM).toFixed(3)}`;
  return `q ${unit.toFixed(5)} 0 0 ${(-unit).toFixed(5)} ${origin} cm 0 g ${path} f Q`;
}

export const partyLines = ({ name, street, zip, city, country }: BillParty): string =>
  [name, street, [country === 'CH' ? '' : country, zip, city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join('\n');

/** '1 949.75' */
export const spaced = (amount: string): string => amount.replaceAll(/\B(?=(\d{3})+\.)/g, ' ');
