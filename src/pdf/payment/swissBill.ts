import { groupedIban, groupedReference } from '#domain/money/bankAccount.ts';
import type { PaymentCode } from '#domain/templates/paymentCode.ts';
import type { PaymentWords } from '#i18n/paymentWords.ts';
import { MM } from '../document.ts';
import type { OwnPage, OwnText } from '../template/ownPage.ts';
import { codeAt, partyLines, spaced, textAt } from './placing.ts';

/*
 * The QR-bill on the lower 105 mm of A4, as its style guide has it (SIX, "Style Guide QR-bill"): receipt of 62 mm, payment part
 * of 148 mm; margins of 5 mm; headings of 6 and 8 points, values of 8 and 10. Places are millimetres from the page's upper left corner.
 */
const HEIGHT = 297;
const TOP = HEIGHT - 105;
const RECEIPT = { x: 5, width: 52 };
const PART = { x: 118, width: 87 };

export function swissBill(code: PaymentCode, words: PaymentWords): Pick<OwnPage, 'drawing' | 'texts'> {
  const rows: [string, string | null][] = [
    [words.account, `${groupedIban(code.iban)}\n${partyLines(code.creditor)}`],
    [words.reference, groupedReference(code.reference)],
    [
      code.debtor === null ? words.payableByWhom : words.payableBy,
      code.debtor === null ? null : partyLines(code.debtor),
    ],
  ];
  const receipt = column(rows, { ...RECEIPT, y: TOP + 12, heading: 6, value: 8, blank: [52, 20] });
  const part = column(rows, { ...PART, y: TOP + 5, heading: 8, value: 10, blank: [65, 25] });
  const texts: OwnText[] = [
    textAt({ x: 5, y: TOP + 5, width: 52, height: 7 }, words.receipt, 11, 'bold'),
    textAt({ x: 67, y: TOP + 5, width: 46, height: 7 }, words.paymentPart, 11, 'bold'),
    ...receipt.texts,
    ...part.texts,
    ...amount(code, words, { x: 5, size: 6, value: 8, gap: 12 }),
    ...amount(code, words, { x: 67, size: 8, value: 10, gap: 14 }),
    {
      ...textAt({ x: 5, y: TOP + 82, width: 52, height: 4 }, words.acceptancePoint, 6, 'bold'),
      align: 'right',
    },
    { ...textAt({ x: 5, y: TOP - 6, width: 200, height: 4 }, words.separate, 8), align: 'center' },
  ];
  const drawing = [
    codeAt(code.payload, { x: 67, y: TOP + 17, side: 46 }),
    cross(67 + 23, TOP + 17 + 23),
    ...[...receipt.corners, ...part.corners],
    // Where it is cut off.
    `0.5 w 0 G [2 2] 0 d ${line([0, TOP], [210, TOP])} ${line([62, TOP], [62, HEIGHT])}`,
  ];
  return { texts, drawing: drawing.join('\n') };
}

/** Of a letter's width to its size, in names and addresses. */
const MEAN = 0.52;

interface Column {
  x: number;
  y: number;
  width: number;
  /** Points. */
  heading: number;
  value: number;
  /** Of the room to write a name by hand, mm. */
  blank: readonly [number, number];
}

/** Heading, value, heading, value; a value that is null is left to be written by hand. */
function column(
  rows: readonly [string, string | null][],
  { x, width, heading, value, blank, ...from }: Column,
): { texts: OwnText[]; corners: string[] } {
  const texts: OwnText[] = [];
  const corners: string[] = [];
  const lineHeight = (size: number): number => (size * 1.2) / MM;
  let { y } = from;
  for (const [label, text] of rows) {
    texts.push(textAt({ x, y, width, height: lineHeight(heading) }, label, heading, 'bold'));
    y += lineHeight(heading);
    if (text === null) {
      corners.push(cornersOf(x, y + 1, blank[0], blank[1]));
      continue;
    }
    // Longer ones are set smaller, then in two lines.
    for (const one of text.split('\n')) {
      const height = lineHeight(value) * (one.length * MEAN * value > width * MM * 1.25 ? 2 : 1);
      texts.push(textAt({ x, y, width, height }, one, value));
      y += height;
    }
    y += lineHeight(value) * 0.8;
  }
  return { texts, corners };
}

const amount = (
  { amount: sum, currency }: PaymentCode,
  words: PaymentWords,
  { x, size, value, gap }: { x: number; size: number; value: number; gap: number },
): OwnText[] => [
  textAt({ x, y: TOP + 68, width: gap, height: 4 }, words.currency, size, 'bold'),
  textAt({ x: x + gap, y: TOP + 68, width: 30, height: 4 }, words.amount, size, 'bold'),
  textAt({ x, y: TOP + 72, width: gap, height: 5 }, currency, value),
  textAt({ x: x + gap, y: TOP + 72, width: 34, height: 5 }, spaced(sum), value),
];

const point = ([x, y]: readonly [number, number]): string =>
  `${(x * MM).toFixed(2)} ${((HEIGHT - y) * MM).toFixed(2)}`;
const line = (from: readonly [number, number], to: readonly [number, number]): string =>
  `${point(from)} m ${point(to)} l S`;
const rectangle = (x: number, y: number, width: number, height: number): string =>
  `${point([x, y + height])} ${(width * MM).toFixed(2)} ${(height * MM).toFixed(2)} re f`;

/** The Swiss cross of 7 mm in the middle of the code. */
const cross = (x: number, y: number): string =>
  [
    `1 g ${rectangle(x - 3.5, y - 3.5, 7, 7)}`,
    `0 g ${rectangle(x - 3, y - 3, 6, 6)}`,
    `1 g ${rectangle(x - 1.95, y - 0.585, 3.9, 1.17)} ${rectangle(x - 0.585, y - 1.95, 1.17, 3.9)}`,
  ].join(' ');

/** The corners of a field that is filled in by hand, of 0.75 points. */
function cornersOf(x: number, y: number, width: number, height: number): string {
  const long = 3;
  const [right, bottom] = [x + width, y + height];
  return [
    '0.75 w 0 G [] 0 d',
    ...[line([x, y], [x + long, y]), line([x, y], [x, y + long])],
    ...[line([right, y], [right - long, y]), line([right, y], [right, y + long])],
    ...[line([x, bottom], [x + long, bottom]), line([x, bottom], [x, bottom - long])],
    ...[line([right, bottom], [right - long, bottom]), line([right, bottom], [right, bottom - long])],
  ].join(' ');
}
