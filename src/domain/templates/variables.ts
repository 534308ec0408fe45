/** What a box of a template can be bound to (specification 2 §3). */
const SHARED_VARIABLES = [
  'title',
  'forename',
  'surname',
  'fullname',
  'dear',
  'company',
  'address',
  'address_sec',
  'sessions',
  'dates_sessions',
  'horaires_sessions',
  'amount',
  'amount_excl',
  'amount_vat',
  'vat',
  'rate',
  'invoice_id',
  'document_date',
] as const;
const INVITATION_ONLY = ['number', 'qr_code', 'sessions_client'] as const;

export type TemplateVariable = (typeof SHARED_VARIABLES)[number] | (typeof INVITATION_ONLY)[number];
export const TEMPLATE_KINDS = ['invitation', 'invoice'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** In the order in which they are offered. */
export const TEMPLATE_VARIABLES: Record<TemplateKind, readonly TemplateVariable[]> = {
  invitation: [...INVITATION_ONLY, ...SHARED_VARIABLES],
  invoice: SHARED_VARIABLES,
};

/** Printed as a QR code rather than as text. */
export const CODE_VARIABLES: ReadonlySet<string> = new Set<TemplateVariable>(['qr_code']);
