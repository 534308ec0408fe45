import type { TemplateBox } from '#domain/documents/templateFields.ts';
import type { TemplateKind, TemplateVariable } from '#domain/templates/variables.ts';

/* Where the texts of a guest go on Foyer's own invitation and invoice (ownTemplate.ts draws the rest), in percent of A4. */

type Look = Partial<Pick<TemplateBox, 'size' | 'weight' | 'align' | 'color'>>;

const box = (
  variableKey: TemplateVariable,
  [x, y, width, height]: readonly [number, number, number, number],
  look: Look = {},
): TemplateBox => ({ id: `own-${variableKey}`, variableKey, pageIndex: 0, x, y, width, height, ...look });

/** The left edge of all, and the right one of amounts. */
export const LEFT = 11;
export const RIGHT = 89;

const INVITATION: readonly TemplateBox[] = [
  box('dear', [LEFT, 25.5, 78, 3], { size: 13 }),
  box('sessions_client', [LEFT, 49, 38, 16], { size: 12, weight: 'bold' }),
  box('dates_sessions', [51, 49, 22, 16], { size: 12 }),
  box('horaires_sessions', [74, 49, 15, 16], { size: 12, align: 'right' }),
  box('fullname', [LEFT, 73, 46, 4], { size: 18, weight: 'bold' }),
  box('company', [LEFT, 77.5, 46, 3], { size: 12, color: '#555555' }),
  box('number', [LEFT, 83.5, 46, 3], { size: 12 }),
  box('qr_code', [64, 70, 25, 17.7]),
];

const INVOICE: readonly TemplateBox[] = [
  box('company', [54, 17, 35, 2.6], { size: 11 }),
  box('fullname', [54, 19.6, 35, 2.6], { size: 11 }),
  box('address', [54, 22.2, 35, 9], { size: 11 }),
  box('invoice_id', [27, 37, 30, 2.6], { size: 11, weight: 'bold' }),
  box('document_date', [27, 40, 30, 2.6], { size: 11 }),
  box('sessions', [LEFT, 51.5, 48, 14], { size: 11 }),
  box('dates_sessions', [61, 51.5, 28, 14], { size: 11, align: 'right' }),
  box('rate', [50, 68, 39, 2.6], { size: 11, align: 'right' }),
  box('amount_excl', [60, 71.2, 29, 2.6], { size: 11, align: 'right' }),
  box('vat', [LEFT + 42, 74.4, 12, 2.6], { size: 11 }),
  box('amount_vat', [66, 74.4, 23, 2.6], { size: 11, align: 'right' }),
  box('amount', [57, 78.6, 32, 3.2], { size: 14, weight: 'bold', align: 'right' }),
];

export const OWN_BOXES: Record<TemplateKind, readonly TemplateBox[]> = {
  invitation: INVITATION,
  invoice: INVOICE,
};
