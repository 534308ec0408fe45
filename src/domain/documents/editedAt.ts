interface Metadata {
  updatedAt?: unknown;
  told?: { at?: unknown; editedAt?: unknown } | null;
}

/** When a document was last edited, ms; 0 where nothing says so. To tell what notes of money say is no edit (decision 48). */
export function editedAt(doc: object): number {
  const { metadata } = doc as { metadata?: Metadata | null };
  const { updatedAt, told } = metadata ?? {};
  if (typeof updatedAt !== 'number') return 0;
  const { at, editedAt: before } = told ?? {};
  return at === updatedAt && typeof before === 'number' ? Math.min(before, updatedAt) : updatedAt;
}
