import { groupedIban, groupedReference } from '#domain/money/bankAccount.ts';
import type { PaymentCode } from '#domain/templates/paymentCode.ts';
import type { PaymentWords } from '#i18n/paymentWords.ts';
import type { OwnPage, OwnText } from '../template/ownPage.ts';
import { codeAt, PAGE, partyLines, spaced, textAt } from './placing.ts';
import { swissBill } from './swissBill.ts';

/** What a transfer needs, on a page behind its invoice: the organiser's own page has no room kept for it. */
export function paymentPage(code: PaymentCode, words: PaymentWords, invoice: string): OwnPage {
  const heading = textAt(
    { x: 25, y: 25, width: 160, height: 12 },
    `${words.payInvoice} ${invoice}`,
    18,
    'bold',
  );
  if (code.kind === 'swiss') {
    const { drawing, texts } = swissBill(code, words);
    return { ...PAGE, drawing, texts: [heading, ...texts] };
  }
  const rows: [string, string][] = [
    [words.recipient, partyLines(code.creditor)],
    ['IBAN', groupedIban(code.iban)],
    [words.amount, `${spaced(code.amount)} EUR`],
    [words.reference, groupedReference(code.reference)],
  ];
  const tops = [46, 70, 86, 102];
  const texts = rows.flatMap(([label, value], index): OwnText[] => [
    textAt({ x: 85, y: tops[index] ?? 46, width: 100, height: 5 }, label, 9, 'bold'),
    textAt({ x: 85, y: (tops[index] ?? 46) + 4.5, width: 100, height: 15 }, value, 11),
  ]);
  const hint = textAt({ x: 25, y: 97, width: 52, height: 14 }, words.scan, 9);
  return {
    ...PAGE,
    drawing: codeAt(code.payload, { x: 25, y: 46, side: 46 }),
    texts: [heading, ...texts, hint],
  };
}
